#include <utility>

#include "core/text/pipeline_tokenizer.h"
#include "core/text/sentencepiece_model.h"
#include "core/text/sentencepiece_tokenizer.h"
#include "core/text/tokenizer_files.h"

namespace headscope {

Result<LoadedTokenizer> tokenizer_from_sentencepiece(std::string_view bytes, const std::string& name) {
    LoadedTokenizer out;
    const Result<SentencepieceModel> model = parse_sentencepiece_model(bytes, name, out.warnings);
    if (!model.has_value()) return model.error();
    Result<std::unique_ptr<const TokenModel>> cutter = make_sentencepiece(model.value(), own_ids(model.value()), name);
    if (!cutter.has_value()) return cutter.error();
    TokenizerParts parts;
    parts.model = std::move(cutter).value();
    parts.style = sentencepiece_style();
    out.tokenizer = make_pipeline_tokenizer(std::move(parts));
    return out;
}

}  // namespace headscope
