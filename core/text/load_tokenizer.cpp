#include <cstdint>
#include <optional>
#include <string>
#include <system_error>
#include <tuple>
#include <utility>
#include <vector>

#include "core/io/file.h"
#include "core/io/gguf.h"
#include "core/io/json_read.h"
#include "core/io/shown.h"
#include "core/text/tokenizer.h"
#include "core/text/tokenizer_files.h"

namespace headscope {
namespace {

constexpr std::uint64_t kMaxFileBytes = std::uint64_t{64} << 20;

// Something of that name lies there, be it a broken link.
bool is_there(const std::filesystem::path& path) {
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::symlink_status(path, error);
    return std::filesystem::exists(status);
}

// A JSON object that may lie in the folder.
Result<std::optional<nlohmann::json>> read_object(const std::filesystem::path& path, std::string& name) {
    if (!is_there(path)) return std::optional<nlohmann::json>();
    name = shown_path(path);
    Result<nlohmann::json> value = read_json_file(path, kMaxFileBytes);
    if (!value.has_value()) return value.error();
    if (!value.value().is_object()) return invalid(name + ": not a JSON object, expected one");
    return std::optional<nlohmann::json>(std::move(value).value());
}

// What lies beside the file; `is_with_vocab` asks for vocab.txt too, `is_with_tokens` for the files of added tokens.
Result<TokenizerSiblings> read_siblings(const std::filesystem::path& folder, bool is_with_vocab, bool is_with_tokens) {
    TokenizerSiblings out;
    const std::tuple<const char*, std::optional<nlohmann::json>*, std::string*, bool> objects[] = {
        {"tokenizer_config.json", &out.config, &out.config_name, true},
        {"special_tokens_map.json", &out.special_tokens_map, &out.special_tokens_map_name, is_with_tokens},
        {"added_tokens.json", &out.added_tokens, &out.added_tokens_name, is_with_tokens}};
    for (const auto& [file, target, name, is_wanted] : objects) {
        if (!is_wanted) continue;
        Result<std::optional<nlohmann::json>> read = read_object(folder / file, *name);
        if (!read.has_value()) return read.error();
        *target = std::move(read).value();
    }
    if (const std::filesystem::path path = folder / "vocab.txt"; is_with_vocab && is_there(path)) {
        out.vocab_txt_name = shown_path(path);
        // It is only compared with, so that an unreadable one does no harm.
        if (Result<std::string> text = read_file(path, kMaxFileBytes); text.has_value())
            out.vocab_txt = std::move(text).value();
    }
    return out;
}

// The whole of a file, which must not be a pointer to one.
Result<std::string> read_whole(const std::filesystem::path& path) {
    Result<std::string> text = read_file(path, kMaxFileBytes);
    if (text.has_value() && text.value().starts_with("version https://git-lfs"))
        return invalid(shown_path(path) + ": a Git LFS pointer, expected the file itself (git lfs pull fetches it)");
    return text;
}

enum class FileKind { kJson, kVocabTxt, kSentencepiece, kGguf };

std::optional<FileKind> kind_of_file(const std::filesystem::path& path) {
    const std::string extension = path.extension().string();
    if (extension == ".json") return FileKind::kJson;
    if (extension == ".txt") return FileKind::kVocabTxt;
    if (extension == ".model" || extension == ".spm") return FileKind::kSentencepiece;
    if (extension == ".gguf") return FileKind::kGguf;
    return std::nullopt;
}

Result<LoadedTokenizer> load_gguf(const std::filesystem::path& path) {
    const Result<GgufFile> file = open_gguf(path);
    return file.has_value() ? tokenizer_from_gguf(file.value().metadata) : file.error();
}

Result<LoadedTokenizer> load_file(const std::filesystem::path& path) {
    const std::string name = shown_path(path);
    const std::optional<FileKind> kind = kind_of_file(path);
    if (!kind)
        return unsupported(name +
                           ": not a tokenizer that this program reads, expected tokenizer.json, vocab.txt, a "
                           "SentencePiece .model or a .gguf file");
    if (*kind == FileKind::kGguf) return load_gguf(path);
    const Result<std::string> text = read_whole(path);
    if (!text.has_value()) return text.error();
    if (*kind == FileKind::kSentencepiece) return tokenizer_from_sentencepiece(text.value(), name);
    const bool is_json = *kind == FileKind::kJson;
    const Result<TokenizerSiblings> siblings = read_siblings(path.parent_path(), is_json, false);
    if (!siblings.has_value()) return siblings.error();
    return is_json ? tokenizer_from_json(text.value(), name, siblings.value())
                   : tokenizer_from_vocab_txt(text.value(), name, siblings.value());
}

// A tokenizer in two files of a folder, each read by its name.
using TwoFileLoader = Result<LoadedTokenizer> (*)(std::string_view, const std::string&, std::string_view,
                                                  const std::string&, const TokenizerSiblings&);
Result<LoadedTokenizer> load_two_files(const std::filesystem::path& first, const std::filesystem::path& second,
                                       TwoFileLoader load) {
    const Result<std::string> first_text = read_whole(first);
    if (!first_text.has_value()) return first_text.error();
    const Result<std::string> second_text = read_whole(second);
    if (!second_text.has_value()) return second_text.error();
    const Result<TokenizerSiblings> siblings = read_siblings(first.parent_path(), false, true);
    if (!siblings.has_value()) return siblings.error();
    return load(first_text.value(), shown_path(first), second_text.value(), shown_path(second), siblings.value());
}

Result<LoadedTokenizer> load_sentencepiece_of_folder(const std::filesystem::path& path) {
    const Result<std::string> bytes = read_whole(path);
    if (!bytes.has_value()) return bytes.error();
    const Result<TokenizerSiblings> siblings = read_siblings(path.parent_path(), false, true);
    if (!siblings.has_value()) return siblings.error();
    return tokenizer_from_sentencepiece_folder(bytes.value(), shown_path(path), siblings.value());
}

}  // namespace

Result<LoadedTokenizer> load_target_tokenizer(const std::filesystem::path& folder) {
    const auto has = [&](const char* name) { return is_there(folder / name); };
    if (has("tokenizer.json") || !has("source.spm") || !has("target.spm"))
        return not_found(shown_path(folder) + ": no tokenizer for targets alone, expected target.spm");
    return load_two_files(folder / "target.spm",
                          folder / (has("target_vocab.json") ? "target_vocab.json" : "vocab.json"),
                          tokenizer_from_marian);
}

Result<LoadedTokenizer> load_tokenizer(const std::filesystem::path& path) {
    std::error_code error;
    if (!std::filesystem::is_directory(path, error)) return load_file(path);
    for (const char* name : {"tokenizer.json", "vocab.txt"})
        if (is_there(path / name)) return load_file(path / name);
    if (is_there(path / "merges.txt") && is_there(path / "vocab.json"))
        return load_two_files(path / "vocab.json", path / "merges.txt", tokenizer_from_merges);
    for (const char* name : {"tokenizer.model", "spiece.model", "sentencepiece.bpe.model"})
        if (is_there(path / name)) return load_sentencepiece_of_folder(path / name);
    if (is_there(path / "source.spm"))
        return load_two_files(path / "source.spm", path / "vocab.json", tokenizer_from_marian);
    if (const std::vector<std::filesystem::path> files = find_gguf_files(path); files.size() == 1)
        return load_gguf(files.front());
    return not_found(shown_path(path) +
                     ": no tokenizer, expected tokenizer.json, vocab.txt, vocab.json with merges.txt, a SentencePiece "
                     ".model, source.spm with vocab.json, or one .gguf file");
}

}  // namespace headscope
