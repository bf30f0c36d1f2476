#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/text/token_model.h"

namespace headscope {

// Pieces and their scores by id, all in one buffer.
class ScoredPieces {
  public:
    // False if the piece is longer than Vocabulary::kMaxPieceBytes; then nothing is added.
    bool add(std::string_view piece, double score);
    std::size_t size() const { return entries_.size(); }
    std::string_view piece(std::size_t id) const {
        return std::string_view(bytes_).substr(entries_[id].begin, entries_[id].size);
    }
    double score(std::size_t id) const { return entries_[id].score; }

  private:
    struct Entry {
        std::size_t begin = 0;  // in bytes_
        std::uint32_t size = 0;
        double score = 0;
    };
    std::string bytes_;
    std::vector<Entry> entries_;
};

struct UnigramOptions {
    std::optional<TokenId> unk_id;  // less than the number of pieces
    bool byte_fallback = false;     // an unknown stretch becomes its bytes, "<0x0A>", where all are in the vocabulary
};

// The way through a word whose scores (log probabilities) add up to the most, each sum in double precision as the
// reference adds it; of equal ones the first found, shorter pieces and earlier begins first. A character that is no
// piece costs 10 more than the least score; unknown characters side by side are one token. Of a piece that comes twice
// the last one counts. Fails where the vocabulary is empty or too large for its search tree. `where` ("FILE: model")
// begins the errors.
Result<std::unique_ptr<const TokenModel>> make_unigram(ScoredPieces pieces, const UnigramOptions& options,
                                                       const std::string& where, std::vector<std::string>& warnings);

}  // namespace headscope
