shape "expression_folding", version 4, 1048 bytes

specification
  items        35 (tree 31, init 4)
  nodes        10
  columns      2 number, 0 bool
  shared       0 number, 0 bool
  live         0 of 0 items
  slots        0 bit, 0 word, 0 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       1
  stacks       2 number, 1 bool
  shuffle      0
  draws        no
  hosts        0
  visits       9

keys (column, type, name)
      0  int    i
      1  float  x

items
 index  offset     end  node    can  operation
     0  000168      31  #0      SF-  sequence                           expression_folding.json:3:8
     1  000170       5  #1      S--  set i                              expression_folding.json:4:1
     2  000178       3                   const_int 6
     3  000180       4                   load_int i
     4  000188       5                   add_int  last
     5  000190       9  #2      S--  set i                              expression_folding.json:5:1
     6  000198       7                   load_int i
     7  0001a0       8                   const_int 6
     8  0001a8       9                   add_int  last
     9  0001b0      15  #3      S--  set i                              expression_folding.json:6:1
    10  0001b8      11                   load_int i
    11  0001c0      12                   const_int 2
    12  0001c8      13                   add_int
    13  0001d0      14                   const_int 3
    14  0001d8      15                   add_int  last
    15  0001e0      17  #4      S--  set i                              expression_folding.json:7:1
    16  0001e8      17                   const_int 4  last
    17  0001f0      19  #5      S--  set i                              expression_folding.json:8:1
    18  0001f8      19                   const_int 11  last
    19  000200      21  #6      S--  set x                              expression_folding.json:9:1
    20  000208      21                   const_float 0.3  last
    21  000210      25  #7      S--  set x                              expression_folding.json:10:1
    22  000218      23                   load_float x
    23  000220      24                   const_float 0.25
    24  000228      25                   multiply_float  last
    25  000230      27  #8      S--  set x                              expression_folding.json:11:1
    26  000238      27                   load_float x  last
    27  000240      31  #9      SF-  condition                          expression_folding.json:12:1
    28  000248      29                   load_int i
    29  000250      30                   const_int -2147483648
    30  000258      31                   greater_int  last
    31  000260      33                 init i
    32  000268      33                   const_int 7  last
    33  000270      35                 init x
    34  000278      35                   const_float 14.142136  last
