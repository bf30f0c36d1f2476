#include "app/state/typed_ids.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <string>

#include "core/io/shown.h"

namespace headscope {
namespace {

constexpr std::string_view kBetween = " \t\r\n,;";

void set_text(std::string_view text, Encoding& encoding) {
    const Result<TypedIds> typed = read_typed_ids(text);
    if (!typed.has_value()) return;
    encoding.text = text;
    const std::vector<ByteSpan>& spans = typed.value().spans;
    for (std::size_t i = 0; i < std::min(spans.size(), encoding.tokens.size()); ++i) encoding.tokens[i].span = spans[i];
}

}  // namespace

Result<TypedIds> read_typed_ids(std::string_view text) {
    constexpr const char* kExpected = "this model has no tokenizer: type token ids, such as 101 7592 102";
    TypedIds typed;
    for (std::size_t at = text.find_first_not_of(kBetween); at != std::string_view::npos;) {
        const std::size_t end = std::min(text.find_first_of(kBetween, at), text.size());
        const std::string_view word = text.substr(at, end - at);
        TokenId id = 0;
        const auto read = std::from_chars(word.data(), word.data() + word.size(), id);
        if (read.ec != std::errc() || read.ptr != word.data() + word.size())
            return invalid("\"" + shown_text(word, 30) + "\" is no token id: " + kExpected);
        typed.ids.push_back(id);
        typed.spans.push_back({static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(end)});
        at = text.find_first_not_of(kBetween, end);
    }
    if (typed.ids.empty()) return invalid(kExpected);
    return typed;
}

std::shared_ptr<const AttentionTrace> with_typed_texts(const AttentionTrace& trace, std::string_view text,
                                                       std::string_view target) {
    auto typed = std::make_shared<AttentionTrace>(trace);
    set_text(text, typed->encoding);
    set_text(target, typed->target);
    return typed;
}

}  // namespace headscope
