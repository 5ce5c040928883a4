#!/bin/sh
# Prints the flags with which the compiler knows which branches a touch takes: those that it does not take are placed
# elsewhere. Prints nothing for a compiler that cannot use the profile (before Swift 6.3): all works without it.
# usage: guide.sh SWIFT [PROFILE], the compiler's program and the file to write for it; without that, it prints the library
# that a program needs which counts its branches.
set -eu

swift=$1
profile=${2-}
folder=$(dirname "$0")
toolchain=$("${swift}c" -print-target-info | sed -n 's|.*"runtimeResourcePath": "\(.*\)/lib/swift".*|\1|p')
tool=$toolchain/bin/llvm-profdata
if [ -z "$profile" ]; then
  ls "$toolchain/lib/clang/"*/lib/linux/libclang_rt.profile-"$(uname -m)".a
  exit
fi
[ -x "$tool" ] && [ -e "$folder/branches.txt" ] || exit 0
"${swift}c" -frontend -help-hidden | grep -q -e -ir-profile-use || exit 0

mkdir -p "$(dirname "$profile")"
# Complete or not there: several programs may be built at once.
"$tool" merge -o "$profile.$$" "$folder/branches.txt"
if cmp -s "$profile.$$" "$profile"; then
  rm "$profile.$$"
else
  mv "$profile.$$" "$profile"
  # The compiler keeps an object whose source is the same, also when the profile is not.
  find "$(dirname "$profile")" -path '*/release/*.build/*.swift.o' -delete
fi
# A function that has changed since is compiled as if there were no profile.
echo "-Xswiftc -Xfrontend -Xswiftc -ir-profile-use=$profile -Xswiftc -Xllvm -Xswiftc -no-pgo-warn-mismatch" \
  "-Xswiftc -Xllvm -Xswiftc -enable-split-machine-functions"
