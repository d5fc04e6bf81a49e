shape "expression_special", version 4, 1040 bytes

specification
  items        34 (tree 30, init 4)
  nodes        10
  columns      2 number, 0 bool
  shared       0 number, 0 bool
  live         0 of 0 items
  slots        0 bit, 0 word, 0 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       1
  stacks       2 number, 0 bool
  shuffle      0
  draws        no
  hosts        0
  visits       9

keys (column, type, name)
      0  float  x
      1  int    i

items
 index  offset     end  node    can  operation
     0  000168      30  #0      S--  sequence                           expression_special.json:3:8
     1  000170       3  #1      S--  set x                              expression_special.json:4:1
     2  000178       3                   const_float inf  last
     3  000180       5  #2      S--  set x                              expression_special.json:5:1
     4  000188       5                   const_float -inf  last
     5  000190       7  #3      S--  set x                              expression_special.json:6:1
     6  000198       7                   const_float nan  last
     7  0001a0       9  #4      S--  set x                              expression_special.json:7:1
     8  0001a8       9                   const_float -0.0  last
     9  0001b0      13  #5      S--  set x                              expression_special.json:8:1
    10  0001b8      11                   load_float x
    11  0001c0      12                   const_float inf
    12  0001c8      13                   add_float  last
    13  0001d0      17  #6      S--  set x                              expression_special.json:9:1
    14  0001d8      15                   load_float x
    15  0001e0      16                   const_float nan
    16  0001e8      17                   min_float  last
    17  0001f0      21  #7      S--  set i                              expression_special.json:10:1
    18  0001f8      19                   load_int i
    19  000200      20                   const_int 2147483647
    20  000208      21                   add_int  last
    21  000210      25  #8      S--  set i                              expression_special.json:11:1
    22  000218      23                   load_int i
    23  000220      24                   const_int -2147483648
    24  000228      25                   subtract_int  last
    25  000230      30  #9      S--  set i                              expression_special.json:12:1
    26  000238      27                   load_int i
    27  000240      28                   negate_int
    28  000248      29                   const_int -2147483648
    29  000250      30                   subtract_int  last
    30  000258      32                 init x
    31  000260      32                   const_float 1.0  last
    32  000268      34                 init i
    33  000270      34                   const_int 1  last
