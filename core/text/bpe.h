#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/text/token_model.h"
#include "core/text/vocabulary.h"

namespace headscope {

// Pairs of pieces in order of rank, all in one buffer.
class MergeList {
  public:
    static constexpr std::size_t kMaxPieceBytes = Vocabulary::kMaxPieceBytes;

    // False if a part is longer than kMaxPieceBytes; then nothing is added.
    bool add(std::string_view left, std::string_view right);
    std::size_t size() const { return sizes_.size(); }

    struct Merge {
        std::string_view left;
        std::string_view right;
        std::string_view both;  // the one directly behind the other
    };
    // Calls f(index, Merge) in order, until it returns false.
    template <class F>
    void for_each(F&& f) const {
        std::size_t begin = 0;
        for (std::size_t i = 0; i < sizes_.size(); ++i) {
            const Sizes& sizes = sizes_[i];
            const std::string_view both = std::string_view(bytes_).substr(begin, sizes.left + sizes.right);
            if (!f(i, Merge{both.substr(0, sizes.left), both.substr(sizes.left), both})) return;
            begin += both.size();
        }
    }

  private:
    struct Sizes {
        std::uint16_t left = 0;
        std::uint16_t right = 0;
    };
    std::string bytes_;
    std::vector<Sizes> sizes_;
};

struct BpeOptions {
    // Stands for characters that are not in the vocabulary; without it they are dropped.
    std::optional<std::string> unk_token;
    std::string continuing_subword_prefix;  // of every character of a word but the first, as the vocabulary has them
    std::string end_of_word_suffix;         // of the last character of a word
    bool fuse_unk = false;                  // unknown characters side by side are one token
    bool byte_fallback = false;  // an unknown character becomes its bytes, "<0x0A>", where all are in the vocabulary
    bool ignore_merges = false;  // a word that is in the vocabulary is one token
};

// Byte pair encoding: of the characters of a word, the pair of lowest rank is merged, the leftmost first, until none is
// left. Fails where a part of a merge or its result is not in the vocabulary; `name_merge` names the merge of an index
// ("FILE: model.merges[3]"). `where` ("FILE: model") begins the errors of texts.
Result<std::unique_ptr<const TokenModel>> make_bpe(Vocabulary vocabulary, const MergeList& merges, BpeOptions options,
                                                   const std::string& where,
                                                   const std::function<std::string(std::size_t)>& name_merge);

}  // namespace headscope
