"""What rules need and Python has no good expression for: small functions that machine code runs as single instructions.

Each has a plain form, which says what it does and runs where nothing is compiled.
"""

from __future__ import annotations

import platform
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from adut.core.machine_code import numba
from adut.core.rule import COMPILED, inlined, rule

if COMPILED:
    from llvmlite import binding as _llvm
    from llvmlite import ir as _ir
    from numba.core import cgutils as _cgutils
    from numba.extending import intrinsic as _intrinsic


def _lowest_bit(value: int) -> int:
    """The index of the lowest set bit of a non-zero int64."""
    number = int(value)
    return (number & -number).bit_length() - 1


def _popcount(value: int) -> int:
    """The number of set bits of a non-negative int64."""
    return int(value).bit_count()


def _nth_bit(bits: int, n: int) -> int:
    """The index of the n-th lowest (from 0) of more than n set bits among 64."""
    at = 0
    width = 32
    while width > 0:  # halve the range; without branches that depend on the bits
        low = popcount(bits >> at & (1 << width) - 1)
        skip = n >= low
        at += width if skip else 0
        n -= low if skip else 0
        width >>= 1
    return at


def _extract_bits(bits: int, mask: int) -> int:
    """The bits of a set that are in a mask, moved together at the low end in their order."""
    found = 0
    place = 0
    rest = mask
    while rest != 0:
        low = rest & -rest
        found |= (1 if bits & low else 0) << place
        place += 1
        rest ^= low
    return found


def _select(condition: bool, one: int, other: int) -> int:
    """The one number if a condition holds, else the other; never by a branch, where a condition is hard to predict."""
    return one if condition else other


def _store_bits(array: NDArray[np.int8], index: int, bits: int) -> None:
    """Store the 32 lowest bits of an int64 as 32 bytes, zeros and ones, into a contiguous int8 array. Unchecked."""
    array[index : index + 32] = np.unpackbits(np.array([bits], "<i8").view(np.uint8)[:4], bitorder="little")


def _store_word(array: NDArray[np.int8], index: int, word: int) -> None:
    """Store the eight bytes of an int64, lowest first, into a contiguous int8 array. Unchecked."""
    array[index : index + 8] = np.array([word], "<i8").view(np.int8)


def _prefetch(records: Any, index: int) -> None:
    """Ask for a record to be brought into the processor's cache, up to its history; of an array of numbers 128 bytes."""


def _has_fast_deposit() -> bool:
    """Whether machine code is made for processors that deposit and extract bits (BMI2) in hardware, and quickly."""
    if numba.config.CPU_FEATURES is not None or numba.config.CPU_NAME is not None:
        return "+bmi2" in (numba.config.CPU_FEATURES or "")
    slow = ("znver1", "znver2", "bdver4")
    features = _llvm.get_host_cpu_features()
    return bool(features.get("bmi2")) and _llvm.get_host_cpu_name() not in slow and platform.machine() in ("x86_64", "AMD64")


if TYPE_CHECKING or not COMPILED:
    lowest_bit, popcount, nth_bit, extract_bits, select = _lowest_bit, _popcount, _nth_bit, _extract_bits, _select
    store_bits, store_word, prefetch = _store_bits, _store_word, _prefetch
else:

    def _call(builder: Any, name: str, result: Any, *args: Any) -> Any:
        """A call of one of LLVM's own functions."""
        kind = _ir.FunctionType(result, [argument.type for argument in args])
        return builder.call(_cgutils.get_or_insert_function(builder.module, kind, name), args)

    def _element(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        """The address of an element of an array: the first two arguments."""
        array = context.make_array(signature.args[0])(context, builder, value=args[0])
        return builder.gep(array.data, [args[1]])

    @_intrinsic
    def lowest_bit(typing_context: Any, value: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.cttz(args[0], _ir.Constant(_ir.IntType(1), 0))

        return numba.int64(numba.int64), generate

    @_intrinsic
    def select(typing_context: Any, condition: Any, one: Any, other: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            word = _ir.IntType(64)
            copy = _ir.FunctionType(word, [word])  # the optimiser, which would make a branch of it, does not see through this
            mask = builder.asm(copy, "", "=r,0", [builder.sext(args[0], word)], False)
            return builder.xor(args[2], builder.and_(mask, builder.xor(args[1], args[2])))

        return numba.int64(numba.types.boolean, numba.int64, numba.int64), generate

    @_intrinsic
    def popcount(typing_context: Any, value: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.ctpop(args[0])

        return numba.int64(numba.int64), generate

    if _has_fast_deposit():

        @_intrinsic
        def nth_bit(typing_context: Any, bits: Any, n: Any) -> Any:
            def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
                word = _ir.IntType(64)
                only = _call(builder, "llvm.x86.bmi.pdep.64", word, builder.shl(word(1), args[1]), args[0])
                return builder.cttz(only, _ir.Constant(_ir.IntType(1), 0))

            return numba.int64(numba.int64, numba.int64), generate

        @_intrinsic
        def extract_bits(typing_context: Any, bits: Any, mask: Any) -> Any:
            def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
                return _call(builder, "llvm.x86.bmi.pext.64", _ir.IntType(64), args[0], args[1])

            return numba.int64(numba.int64, numba.int64), generate

    else:
        nth_bit = inlined(_nth_bit)
        extract_bits = rule(_extract_bits)

    @_intrinsic
    def store_bits(typing_context: Any, array: Any, index: Any, bits: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            pointer = _element(context, builder, signature, args)
            flags = builder.bitcast(builder.trunc(args[2], _ir.IntType(32)), _ir.VectorType(_ir.IntType(1), 32))
            entries = _ir.VectorType(_ir.IntType(8), 32)
            builder.store(builder.zext(flags, entries), builder.bitcast(pointer, entries.as_pointer()), align=1)
            return context.get_dummy_value()

        return numba.void(array, numba.int64, numba.int64), generate

    @_intrinsic
    def prefetch(typing_context: Any, records: Any, index: Any) -> Any:
        size = 128
        if isinstance(records.dtype, numba.types.Record):
            size = records.dtype.offset("history") if "history" in records.dtype.fields else records.dtype.size

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            word = _ir.IntType(32)
            pointer = builder.bitcast(_element(context, builder, signature, args), _ir.IntType(8).as_pointer())
            for at in (*range(0, size, 64), size - 8):
                line = builder.gep(pointer, [_ir.Constant(_ir.IntType(64), at)])
                # to be written, kept close, data
                _call(builder, "llvm.prefetch.p0", _ir.VoidType(), line, word(1), word(3), word(1))
            return context.get_dummy_value()

        return numba.void(records, numba.int64), generate

    @_intrinsic
    def store_word(typing_context: Any, array: Any, index: Any, word: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            pointer = _element(context, builder, signature, args)
            builder.store(args[2], builder.bitcast(pointer, _ir.IntType(64).as_pointer()), align=1)
            return context.get_dummy_value()

        return numba.void(array, numba.int64, numba.int64), generate


PLAIN_FORMS: tuple[tuple[Any, Callable[..., Any]], ...] = (
    (lowest_bit, _lowest_bit),
    (popcount, _popcount),
    (nth_bit, _nth_bit),
    (extract_bits, _extract_bits),
    (select, _select),
    (store_bits, _store_bits),
    (store_word, _store_word),
    (prefetch, _prefetch),
)
"""The functions of this module and what they do where nothing is compiled."""
