#!/bin/sh
# usage: check_kernel_symbols.sh LIBRARY
#
# The kernel files are compiled for different processors. A function that the linker may share between objects (weak: W,
# V, or unique: u) could be taken from the AVX-512 one and stop the program on an older processor, so there must be none.
symbols=$(nm -AC "$1") || exit 1
echo "$symbols" | grep -q 'kernels_portable' || { echo "no kernels in $1"; exit 1; }
shared=$(echo "$symbols" | grep 'kernels_[a-z0-9]*\.cpp' | grep ' [WVu] ')
[ -z "$shared" ] && exit 0
echo "symbols that the linker may share with other objects:"
echo "$shared"
exit 1
