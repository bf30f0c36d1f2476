#include "core/text/charsmap.h"

#include <algorithm>
#include <utility>

#include "core/base/utf8.h"

namespace headscope {
namespace {

constexpr std::size_t kLengthBytes = 4;
constexpr std::size_t kUnitBytes = 4;
constexpr std::uint32_t kLongestKey = 1024;
constexpr std::size_t kLongestText = 1024;

// One unit of Darts-clone's double array. A node's children lie at `base ^ byte`, where base is the node's own place
// xor its offset; a child is there if its unit's label is that byte. The value of a node that ends a key lies at base.
bool has_value(std::uint32_t unit) {
    return (unit >> 8 & 1) != 0;
}
std::uint32_t value_of(std::uint32_t unit) {
    return unit & 0x7FFFFFFF;
}
std::uint32_t label_of(std::uint32_t unit) {
    return unit & 0x800000FF;
}
std::uint32_t offset_of(std::uint32_t unit) {
    return unit >> 10 << ((unit & 0x200) >> 6);
}

std::uint32_t read_u32(std::string_view bytes, std::size_t at) {
    std::uint32_t out = 0;
    for (std::size_t i = 0; i < 4; ++i)
        out |= static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[at + i])) << 8 * i;
    return out;
}

// Walks everything that a search can reach and remembers what is wrong with it.
class TrieCheck {
  public:
    TrieCheck(const std::vector<std::uint32_t>& units, std::string_view texts)
        : units_(units), texts_(texts), states_(units.size(), State::kNew), below_(units.size()) {}

    // Empty if the trie is sound.
    std::string find_fault() {
        enter(0);
        while (fault_.empty() && !path_.empty()) {
            Place& place = path_.back();
            if (place.next_byte > 0xFF) {
                leave();
                continue;
            }
            const std::uint32_t byte = place.next_byte++;
            const std::uint32_t child = place.base ^ byte;
            if (label_of(units_[child]) == byte) enter(child);
        }
        return fault_;
    }
    std::uint32_t most_keys() const { return most_keys_; }
    bool root_answers_nul() const { return root_answers_nul_; }

  private:
    enum class State : std::uint8_t { kNew, kOpen, kDone };
    // Children of different nodes may be shared, so a base is visited once.
    struct Place {
        std::uint32_t base;
        bool ends_key;  // the node whose base it is
        std::uint32_t next_byte;
    };
    // The most on any one way down from a base.
    struct Below {
        std::uint32_t bytes = 0;
        std::uint32_t keys = 0;
    };

    void enter(std::uint32_t node) {
        const std::uint32_t base = node ^ offset_of(units_[node]);
        if ((base | 0xFF) >= units_.size()) {
            fault_ = "unit " + std::to_string(node) + " of the trie leads to unit " + std::to_string(base | 0xFF) +
                     ", expected fewer than " + std::to_string(units_.size());
            return;
        }
        const bool ends_key = node != 0 && has_value(units_[node]);
        if (ends_key) check_text(node, value_of(units_[base]));
        if (!fault_.empty()) return;
        root_answers_nul_ = root_answers_nul_ || (base == 0 && label_of(units_[0]) == 0);
        if (states_[base] == State::kOpen) {
            fault_ =
                "unit " + std::to_string(node) + " of the trie leads back to itself, expected a finite set of keys";
        } else if (states_[base] == State::kDone) {
            raise_parent(below_[base], ends_key);
        } else {
            states_[base] = State::kOpen;
            path_.push_back({base, ends_key, 1});
        }
    }

    void leave() {
        const Place place = path_.back();
        states_[place.base] = State::kDone;
        path_.pop_back();
        raise_parent(below_[place.base], place.ends_key);
    }

    void raise_parent(const Below& child, bool ends_key) {
        const std::uint32_t keys = child.keys + (ends_key ? 1 : 0);
        most_keys_ = std::max(most_keys_, keys);
        if (path_.empty()) return;
        Below& parent = below_[path_.back().base];
        parent.keys = std::max(parent.keys, keys);
        parent.bytes = std::max(parent.bytes, child.bytes + 1);
        if (parent.bytes > kLongestKey) fault_ = "a key is longer than " + std::to_string(kLongestKey) + " bytes";
    }

    void check_text(std::uint32_t node, std::uint32_t begin) {
        const std::string name = "the text of unit " + std::to_string(node);
        if (begin >= texts_.size()) {
            fault_ = name + " begins at byte " + std::to_string(begin) + ", expected less than " +
                     std::to_string(texts_.size());
        } else if ((static_cast<unsigned char>(texts_[begin]) & 0xC0) == 0x80) {
            fault_ = name + " begins inside a character, expected UTF-8";
        } else if (texts_.find('\0', begin) - begin > kLongestText) {
            fault_ = name + " is longer than " + std::to_string(kLongestText) + " bytes";
        }
    }

    const std::vector<std::uint32_t>& units_;
    std::string_view texts_;
    std::vector<State> states_;  // of each base
    std::vector<Below> below_;   // of each base
    std::vector<Place> path_;
    std::uint32_t most_keys_ = 0;
    bool root_answers_nul_ = false;
    std::string fault_;
};

}  // namespace

Charsmap::Charsmap(std::vector<std::uint32_t> units, std::string texts, std::size_t most_keys, bool root_answers_nul)
    : units_(std::move(units)), texts_(std::move(texts)), most_keys_(most_keys), root_answers_nul_(root_answers_nul) {}

std::optional<std::string_view> Charsmap::find_shortest(std::string_view bytes) const {
    std::uint32_t base = offset_of(units_[0]);
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte == 0) break;
        const std::uint32_t node = base ^ byte;
        const std::uint32_t unit = units_[node];
        if (label_of(unit) != byte) break;
        base = node ^ offset_of(unit);
        if (!has_value(unit)) continue;
        const std::string_view rest = std::string_view(texts_).substr(value_of(units_[base]));
        return rest.substr(0, rest.find('\0'));
    }
    return std::nullopt;
}

Result<Charsmap> parse_charsmap(std::string_view bytes, const std::string& where) {
    if (bytes.size() < kLengthBytes)
        return invalid(where + ": found " + std::to_string(bytes.size()) +
                       " bytes, expected a length of 4 bytes first");
    const std::uint32_t length = read_u32(bytes, 0);
    if (length % kUnitBytes != 0 || length < kUnitBytes || length > bytes.size() - kLengthBytes)
        return invalid(where + ": the trie's length is " + std::to_string(length) +
                       ", expected a multiple of 4 from 4 to " + std::to_string(bytes.size() - kLengthBytes));
    std::vector<std::uint32_t> units(length / kUnitBytes);
    for (std::size_t i = 0; i < units.size(); ++i) units[i] = read_u32(bytes, kLengthBytes + i * kUnitBytes);
    std::string texts(bytes.substr(kLengthBytes + length));
    if (texts.empty() || texts.back() != '\0')
        return invalid(where + ": the texts are not ended, expected a NUL as the last byte");
    if (!is_valid_utf8(texts)) return invalid(where + ": the texts are not UTF-8");
    TrieCheck check(units, texts);
    if (const std::string fault = check.find_fault(); !fault.empty()) return invalid(where + ": " + fault);
    return Charsmap(std::move(units), std::move(texts), check.most_keys(), check.root_answers_nul());
}

}  // namespace headscope
