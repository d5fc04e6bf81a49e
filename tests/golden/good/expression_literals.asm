shape "expression_literals", version 3, 1024 bytes

specification
  items        32 (tree 32, init 0)
  nodes        12
  columns      2 number, 0 bool
  shared       0 number, 0 bool
  live         0 of 0 items
  slots        0 bit, 0 word, 0 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       1
  stacks       2 number, 2 bool
  shuffle      0
  draws        no
  hosts        0
  visits       11

keys (column, type, name)
      0  int    i
      1  float  x

items
 index  offset     end  node    can  operation
     0  000158      32  #0      SF-  sequence                           expression_literals.json:2:8
     1  000160       3  #1      S--  set i                              expression_literals.json:3:1
     2  000168       3                   const_int 2147483647  last
     3  000170       5  #2      S--  set i                              expression_literals.json:4:1
     4  000178       5                   const_int -2147483648  last
     5  000180       7  #3      S--  set i                              expression_literals.json:5:1
     6  000188       7                   const_int -2147483648  last
     7  000190       9  #4      S--  set x                              expression_literals.json:6:1
     8  000198       9                   const_float 0.1  last
     9  0001a0      11  #5      S--  set x                              expression_literals.json:7:1
    10  0001a8      11                   const_float 1e+38  last
    11  0001b0      13  #6      S--  set x                              expression_literals.json:8:1
    12  0001b8      13                   const_float 1e-45  last
    13  0001c0      15  #7      S--  set x                              expression_literals.json:9:1
    14  0001c8      15                   const_float 16777216.0  last
    15  0001d0      17  #8      S--  set x                              expression_literals.json:10:1
    16  0001d8      17                   const_float 3.4028235e+38  last
    17  0001e0      19  #9      S--  set x                              expression_literals.json:11:1
    18  0001e8      19                   const_float -0.0  last
    19  0001f0      24  #10     S--  set x                              expression_literals.json:12:1
    20  0001f8      21                   load_int i
    21  000200      22                   int_to_float
    22  000208      23                   const_float 0.3
    23  000210      24                   add_float  last
    24  000218      32  #11     SF-  condition                          expression_literals.json:13:1
    25  000220      26                   load_float x
    26  000228      27                   const_float 2000.0
    27  000230      28                   multiply_float
    28  000238      29                   const_float 1.5
    29  000240      30                   greater_float
    30  000248      31                   const_bool true
    31  000250      32                   equal_bool  last
