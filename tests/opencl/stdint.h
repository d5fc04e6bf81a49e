// SPDX-License-Identifier: MIT
// The part of the C header that the bodies of nodes use. OpenCL has bool, size_t and NULL built in.
#ifndef STDINT_H
#define STDINT_H

typedef uchar uint8_t;
typedef ushort uint16_t;
typedef uint uint32_t;
typedef ulong uint64_t;
typedef int int32_t;
typedef long int64_t;
#define UINT32_MAX       UINT_MAX
#define UINT64_MAX       ULONG_MAX
#define UINT64_C(number) number##UL
#define _Static_assert(condition, message)

#endif
