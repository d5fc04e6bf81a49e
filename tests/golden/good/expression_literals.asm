shape "expression_literals", version 4, 1048 bytes

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
     0  000168      32  #0      SF-  sequence                           expression_literals.json:2:8
     1  000170       3  #1      S--  set i                              expression_literals.json:3:1
     2  000178       3                   const_int 2147483647  last
     3  000180       5  #2      S--  set i                              expression_literals.json:4:1
     4  000188       5                   const_int -2147483648  last
     5  000190       7  #3      S--  set i                              expression_literals.json:5:1
     6  000198       7                   const_int -2147483648  last
     7  0001a0       9  #4      S--  set x                              expression_literals.json:6:1
     8  0001a8       9                   const_float 0.1  last
     9  0001b0      11  #5      S--  set x                              expression_literals.json:7:1
    10  0001b8      11                   const_float 1e+38  last
    11  0001c0      13  #6      S--  set x                              expression_literals.json:8:1
    12  0001c8      13                   const_float 1e-45  last
    13  0001d0      15  #7      S--  set x                              expression_literals.json:9:1
    14  0001d8      15                   const_float 16777216.0  last
    15  0001e0      17  #8      S--  set x                              expression_literals.json:10:1
    16  0001e8      17                   const_float 3.4028235e+38  last
    17  0001f0      19  #9      S--  set x                              expression_literals.json:11:1
    18  0001f8      19                   const_float -0.0  last
    19  000200      24  #10     S--  set x                              expression_literals.json:12:1
    20  000208      21                   load_int i
    21  000210      22                   int_to_float
    22  000218      23                   const_float 0.3
    23  000220      24                   add_float  last
    24  000228      32  #11     SF-  condition                          expression_literals.json:13:1
    25  000230      26                   load_float x
    26  000238      27                   const_float 2000.0
    27  000240      28                   multiply_float
    28  000248      29                   const_float 1.5
    29  000250      30                   greater_float
    30  000258      31                   const_bool true
    31  000260      32                   equal_bool  last
