// SPDX-License-Identifier: MIT
// Empty: OpenCL has all of this built in.
