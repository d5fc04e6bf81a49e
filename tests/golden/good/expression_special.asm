shape "expression_special", version 3, 1016 bytes

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
     0  000158      30  #0      S--  sequence                           expression_special.json:3:8
     1  000160       3  #1      S--  set x                              expression_special.json:4:1
     2  000168       3                   const_float inf  last
     3  000170       5  #2      S--  set x                              expression_special.json:5:1
     4  000178       5                   const_float -inf  last
     5  000180       7  #3      S--  set x                              expression_special.json:6:1
     6  000188       7                   const_float nan  last
     7  000190       9  #4      S--  set x                              expression_special.json:7:1
     8  000198       9                   const_float -0.0  last
     9  0001a0      13  #5      S--  set x                              expression_special.json:8:1
    10  0001a8      11                   load_float x
    11  0001b0      12                   const_float inf
    12  0001b8      13                   add_float  last
    13  0001c0      17  #6      S--  set x                              expression_special.json:9:1
    14  0001c8      15                   load_float x
    15  0001d0      16                   const_float nan
    16  0001d8      17                   min_float  last
    17  0001e0      21  #7      S--  set i                              expression_special.json:10:1
    18  0001e8      19                   load_int i
    19  0001f0      20                   const_int 2147483647
    20  0001f8      21                   add_int  last
    21  000200      25  #8      S--  set i                              expression_special.json:11:1
    22  000208      23                   load_int i
    23  000210      24                   const_int -2147483648
    24  000218      25                   subtract_int  last
    25  000220      30  #9      S--  set i                              expression_special.json:12:1
    26  000228      27                   load_int i
    27  000230      28                   negate_int
    28  000238      29                   const_int -2147483648
    29  000240      30                   subtract_int  last
    30  000248      32                 init x
    31  000250      32                   const_float 1.0  last
    32  000258      34                 init i
    33  000260      34                   const_int 1  last
