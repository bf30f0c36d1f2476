#include "core/text/token_model.h"

#include "core/io/shown.h"

namespace headscope {

Error missing_unknown_token(const std::string& where, const std::string& unk_token, const std::string& word) {
    return invalid(where + ": unk_token: \"" + shown_text(unk_token, 60) + "\" is not in the vocabulary, and \"" +
                   shown_text(word, 60) + "\" needs it");
}

}  // namespace headscope
