#include "core/io/safetensors_header.h"

#include <nlohmann/json.hpp>
#include <set>

#include "core/io/shown.h"

namespace headscope {
namespace {

using Json = nlohmann::json;
using Entries = std::map<std::string, SafetensorsEntry>;

constexpr std::size_t kMaxRank = 8;
constexpr std::size_t kMaxTensors = 200'000;
constexpr const char* kMetadata = "__metadata__";

// Takes the header's events one by one, so that nothing is built from a header that is not of the one allowed form.
class HeaderReader : public nlohmann::json_sax<Json> {
  public:
    Entries entries;
    std::string problem;

    bool null() override { return unexpected("null"); }
    bool boolean(bool value) override { return unexpected(value ? "true" : "false"); }
    bool number_integer(number_integer_t value) override { return unexpected(std::to_string(value)); }
    bool number_float(number_float_t, const string_t& text) override { return unexpected(shown_text(text, 40)); }
    bool binary(binary_t&) override { return unexpected("binary data"); }

    bool number_unsigned(number_unsigned_t value) override {
        if (place_ == Place::kShape) {
            if (entry_->shape.size() == kMaxRank)
                return fail("shape: more than " + std::to_string(kMaxRank) + " dimensions");
            entry_->shape.push_back(value);
            return true;
        }
        if (place_ == Place::kOffsets) {
            if (n_offsets_ == 2) return fail("data_offsets: more than 2 numbers, expected [begin, end]");
            (n_offsets_++ == 0 ? entry_->begin : entry_->end) = value;
            return true;
        }
        return unexpected(std::to_string(value));
    }

    bool string(string_t& value) override {
        if (place_ == Place::kMetadata) return true;
        if (place_ != Place::kEntry || field_ != "dtype") return unexpected("\"" + shown_text(value, 40) + "\"");
        entry_->dtype = std::move(value);
        return true;
    }

    bool start_object(std::size_t) override {
        if (place_ == Place::kOutside) {
            place_ = Place::kTop;
            return true;
        }
        if (place_ != Place::kTop) return unexpected("an object");
        fields_.clear();
        place_ = entry_ == nullptr ? Place::kMetadata : Place::kEntry;
        return true;
    }

    bool end_object() override {
        if (place_ == Place::kEntry) {
            for (const char* field : {"dtype", "shape", "data_offsets"})
                if (!fields_.contains(field)) return fail(std::string(field) + ": missing");
        }
        place_ = place_ == Place::kTop ? Place::kOutside : Place::kTop;
        return true;
    }

    bool start_array(std::size_t) override {
        if (place_ == Place::kEntry && field_ == "shape") {
            place_ = Place::kShape;
        } else if (place_ == Place::kEntry && field_ == "data_offsets") {
            place_ = Place::kOffsets;
            n_offsets_ = 0;
        } else {
            return unexpected("an array");
        }
        return true;
    }

    bool end_array() override {
        if (place_ == Place::kOffsets && n_offsets_ != 2)
            return fail("data_offsets: " + std::to_string(n_offsets_) + " numbers, expected [begin, end]");
        place_ = Place::kEntry;
        return true;
    }

    bool key(string_t& value) override {
        if (place_ == Place::kTop) return begin_entry(value);
        field_ = value;
        if (!fields_.insert(value).second) return fail("\"" + shown_text(value) + "\" comes twice, expected once");
        if (place_ == Place::kEntry && value != "dtype" && value != "shape" && value != "data_offsets")
            return fail("\"" + shown_text(value) + "\", expected only dtype, shape and data_offsets");
        return true;
    }

    bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception&) override {
        problem = "header: not valid JSON at byte " + std::to_string(position + 8) + " of the file";
        return false;
    }

  private:
    enum class Place { kOutside, kTop, kMetadata, kEntry, kShape, kOffsets };

    bool begin_entry(const std::string& name) {
        name_ = name;
        if (name == kMetadata) {
            entry_ = nullptr;
            if (has_metadata_) return fail("comes twice, expected once");
            has_metadata_ = true;
            return true;
        }
        const auto [place, is_new] = entries.try_emplace(name);
        if (!is_new) return fail("comes twice, expected once");
        if (entries.size() > kMaxTensors) return fail("more than " + std::to_string(kMaxTensors) + " tensors");
        entry_ = &place->second;
        return true;
    }

    bool fail(const std::string& what) {
        problem = (name_ == kMetadata ? std::string(kMetadata) : "tensor \"" + shown_text(name_) + "\"") + ": " + what;
        return false;
    }
    bool unexpected(const std::string& found) {
        switch (place_) {
            case Place::kOutside:
                problem = "header: " + found + ", expected an object of tensors";
                return false;
            case Place::kTop:
                return fail(found + ", expected an object");
            case Place::kMetadata:
                return fail("\"" + shown_text(field_) + "\": " + found + ", expected text");
            case Place::kEntry: {
                const bool is_text = field_ == "dtype";
                return fail(field_ + ": " + found + (is_text ? ", expected text" : ", expected an array"));
            }
            case Place::kShape:
                return fail("shape: " + found + ", expected unsigned whole numbers below 2^64");
            case Place::kOffsets:
                return fail("data_offsets: " + found + ", expected unsigned whole numbers below 2^64");
        }
        return false;
    }

    Place place_ = Place::kOutside;
    std::string name_;                   // key of the entry that is being read
    SafetensorsEntry* entry_ = nullptr;  // null while reading the metadata
    std::string field_;                  // key inside the entry
    std::set<std::string> fields_;       // keys of the entry so far
    int n_offsets_ = 0;
    bool has_metadata_ = false;
};

}  // namespace

Result<Entries> parse_safetensors_header(std::string_view json, const std::string& name) {
    // The library would skip a byte-order mark and take a NUL for the end of the text.
    if (json.starts_with("\xEF\xBB\xBF"))
        return invalid(name + ": header: begins with a byte-order mark, expected \"{\"");
    if (const std::size_t nul = json.find('\0'); nul != std::string_view::npos)
        return invalid(name + ": header: NUL at byte " + std::to_string(nul + 8) + " of the file, expected JSON text");
    HeaderReader reader;
    bool is_complete = false;
    try {
        is_complete = Json::sax_parse(json.begin(), json.end(), &reader);
    } catch (const Json::exception& error) {
        reader.problem = std::string("header: ") + error.what();
    }
    if (!is_complete) return invalid(name + ": " + reader.problem);
    return std::move(reader.entries);
}

}  // namespace headscope
