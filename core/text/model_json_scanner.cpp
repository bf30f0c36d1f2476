#include "core/text/model_json_scanner.h"

#include <cstddef>
#include <utility>

#include "core/text/json_scanner.h"

namespace headscope {
namespace {

bool take_vocabulary(JsonScanner& scanner, Vocabulary& out) {
    std::string room;
    if (!scanner.take('{')) return false;
    if (scanner.take('}')) return true;
    for (bool is_open = true; is_open;) {
        const auto piece = scanner.take_string(room);
        if (!piece || !scanner.take(':')) return false;
        const auto id = scanner.take_id();
        if (!id || out.add(*piece, *id) != Vocabulary::Added::kNew) return false;
        if (!scanner.take_comma_or('}', is_open)) return false;
    }
    return true;
}

bool take_scored_pieces(JsonScanner& scanner, ScoredPieces& out) {
    std::string room;
    if (!scanner.take('[')) return false;
    if (scanner.take(']')) return true;
    for (bool is_open = true; is_open;) {
        if (!scanner.take('[')) return false;
        const auto piece = scanner.take_string(room);
        if (!piece || !scanner.take(',')) return false;
        const auto score = scanner.take_score();
        if (!score || !out.add(*piece, *score) || !scanner.take(']')) return false;
        if (!scanner.take_comma_or(']', is_open)) return false;
    }
    return true;
}

bool take_merges(JsonScanner& scanner, MergeList& out) {
    std::string left_room;
    std::string right_room;
    if (!scanner.take('[')) return false;
    if (scanner.take(']')) return true;
    const bool is_old_style = scanner.peek() == '"';
    for (bool is_open = true; is_open;) {
        if (is_old_style) {
            const auto line = scanner.take_string(left_room);
            if (!line) return false;
            if (!line->starts_with(kMergesVersion)) {
                const auto parts = split_merge(*line);
                if (!parts || !out.add(parts->first, parts->second)) return false;
            }
        } else {
            if (!scanner.take('[')) return false;
            const auto left = scanner.take_string(left_room);
            if (!left || !scanner.take(',')) return false;
            const auto right = scanner.take_string(right_room);
            if (!right || !scanner.take(']') || !out.add(*left, *right)) return false;
        }
        if (!scanner.take_comma_or(']', is_open)) return false;
    }
    return true;
}

class ModelScanner {
  public:
    explicit ModelScanner(std::string_view text) : text_(text), scanner_(text) {}

    std::optional<ScannedModelJson> scan() {
        if (!members([&](std::string_view key) {
                return key == "model" && scanner_.peek() == '{'
                           ? members([&](std::string_view part) { return take_part(part); })
                           : scanner_.skip_value();
            }))
            return std::nullopt;
        out_.rest.append(text_.substr(kept_));
        return std::move(out_);
    }

  private:
    // Calls f(key) before the value of each member of an object, to go over it.
    template <class F>
    bool members(F&& f) {
        std::string room;
        if (!scanner_.take('{')) return false;
        if (scanner_.take('}')) return true;
        for (bool is_open = true; is_open;) {
            const auto key = scanner_.take_string(room);
            if (!key || !scanner_.take(':') || !f(*key)) return false;
            if (!scanner_.take_comma_or('}', is_open)) return false;
        }
        return true;
    }

    bool take_part(std::string_view key) {
        const char first = scanner_.peek();
        const std::size_t begin = scanner_.place();
        ModelParts& parts = out_.parts;
        if (key == "vocab" && first == '{' && !parts.vocabulary) {
            if (!take_vocabulary(scanner_, parts.vocabulary.emplace())) return false;
        } else if (key == "vocab" && first == '[' && !parts.scored_pieces) {
            if (!take_scored_pieces(scanner_, parts.scored_pieces.emplace())) return false;
        } else if (key == "merges" && first == '[' && !parts.merges) {
            if (!take_merges(scanner_, parts.merges.emplace())) return false;
        } else {
            return scanner_.skip_value();
        }
        out_.rest.append(text_.substr(kept_, begin - kept_)).append(first == '{' ? "{}" : "[]");
        kept_ = scanner_.place();
        return true;
    }

    std::string_view text_;
    JsonScanner scanner_;
    std::size_t kept_ = 0;  // up to where the text is in out_.rest
    ScannedModelJson out_;
};

}  // namespace

std::optional<ScannedModelJson> scan_model_json(std::string_view text) {
    return ModelScanner(text).scan();
}

std::optional<Vocabulary> scan_vocabulary(std::string_view text) {
    JsonScanner scanner(text);
    Vocabulary out;
    if (!take_vocabulary(scanner, out) || !scanner.is_at_end()) return std::nullopt;
    return out;
}

}  // namespace headscope
