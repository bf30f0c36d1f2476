#!/usr/bin/env bash
# Installs the Debian or Ubuntu packages that building, testing or linting needs, if any is missing.
# usage: third_party/install.sh [lint] [fuzz] [package] [models]    (what everything needs is always included)
# Asks dpkg once; asks apt nothing when all is there.
set -euo pipefail

# package|why
packages_base='
g++|compiles the program
cmake|configures the build
ninja-build|runs the build
pkg-config|finds the libraries
libeigen3-dev|matrices
nlohmann-json3-dev|reads and writes JSON
libicu-dev|Unicode normalisation and character classes
nettle-dev|SHA-256
libsentencepiece-dev|cuts text by SentencePiece models
libcli11-dev|command-line options
libimgui-dev|Dear ImGui, the panels of the window
libglfw3-dev|window and input
libstb-dev|writes PNG
libpango1.0-dev|lays out text in any script
libcairo2-dev|draws that text
libfontconfig-dev|finds the fonts
python3-glad|generates the OpenGL loader
libgl1|OpenGL at run time
libgl1-mesa-dri|OpenGL drivers, among them the one in software
fonts-inter|the typeface of the window
fonts-dejavu-core|arrows, triangles and other signs of the window
fonts-noto-core|most scripts: Arabic, Hebrew, Devanagari and more
fonts-noto-color-emoji|emoji
fonts-vlgothic|Japanese, rare ideographs included
fonts-droid-fallback|Chinese and Korean
libgtest-dev|unit tests
zlib1g-dev|reads the compressed data of the tests
libbenchmark-dev|benchmarks
xvfb|a display where there is none
xdotool|types and points in the test of the whole program
'
packages_lint='
clang-format|checks and sets the layout of the code
clang-tidy|static analysis
'
packages_models='
python3|runs pip
python3-pip|brings models from PyPI
'
packages_fuzz='
clang|libFuzzer
'
packages_package='
dpkg-dev|finds the packages that the program needs
file|tells what kind a file is
'

if ! command -v dpkg-query >/dev/null; then
    echo "install.sh: no dpkg here, so nothing is installed; the README lists the libraries that are needed" >&2
    exit 0
fi

wanted=$packages_base
for group in "$@"; do
    case $group in
        lint) wanted+=$packages_lint ;;
        fuzz) wanted+=$packages_fuzz ;;
        package) wanted+=$packages_package ;;
        models) wanted+=$packages_models ;;
        *) echo "install.sh: $group: no such group, expected lint, fuzz, package or models" >&2; exit 2 ;;
    esac
done

mapfile -t lines < <(grep . <<<"$wanted")
names=("${lines[@]%%|*}")
# A name that dpkg has never heard of makes it fail and is simply absent from the answer.
installed=$(dpkg-query -W -f='${Package} ${db:Status-Status}\n' "${names[@]}" 2>/dev/null || true)
missing=()
for line in "${lines[@]}"; do
    name=${line%%|*}
    [[ $'\n'$installed$'\n' == *$'\n'"$name installed"$'\n'* ]] && continue
    ((${#missing[@]})) || echo "install.sh: these packages are missing and will be installed with apt:" >&2
    printf '  %-24s %s\n' "$name" "${line#*|}" >&2
    missing+=("$name")
done
((${#missing[@]})) || exit 0

apt=(env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300)
if ((EUID != 0)); then
    if ! command -v sudo >/dev/null; then
        echo "install.sh: not root and no sudo here; as root, run: apt-get install --no-install-recommends ${missing[*]}" >&2
        exit 1
    fi
    echo "install.sh: apt needs root, so it is called through sudo" >&2
    apt=(sudo "${apt[@]}")
fi
# Lists that cannot be refreshed may still know the packages.
"${apt[@]}" -q update >&2 || echo "install.sh: apt-get update failed; trying with the package lists at hand" >&2
"${apt[@]}" -q install -y --no-install-recommends "${missing[@]}" </dev/null >&2
