shape "expression_select", version 3, 1104 bytes

specification
  items        55 (tree 49, init 6)
  nodes        7
  columns      2 number, 2 bool
  shared       0 number, 0 bool
  live         0 of 0 items
  slots        0 bit, 0 word, 0 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       1
  stacks       3 number, 4 bool
  shuffle      0
  draws        no
  hosts        0
  visits       6

keys (column, type, name)
      2  bool   p
      3  bool   q
      0  int    i
      1  float  x

items
 index  offset     end  node    can  operation
     0  000158      49  #0      SF-  sequence                           expression_select.json:2:8
     1  000160       7  #1      SF-  condition                          expression_select.json:3:1
     2  000168       3                   load_bool p
     3  000170       4                   load_bool q
     4  000178       5                   load_bool q
     5  000180       6                   not
     6  000188       7                   select_bool  last
     7  000190      15  #2      SF-  condition                          expression_select.json:4:1
     8  000198       9                   load_bool p
     9  0001a0      10                   load_bool q
    10  0001a8      11                   const_bool true
    11  0001b0      12                   load_bool p
    12  0001b8      13                   select_bool
    13  0001c0      14                   load_bool q
    14  0001c8      15                   select_bool  last
    15  0001d0      26  #3      SF-  condition                          expression_select.json:5:1
    16  0001d8      17                   load_bool p
    17  0001e0      18                   load_int i
    18  0001e8      19                   load_int i
    19  0001f0      20                   negate_int
    20  0001f8      21                   select_int
    21  000200      22                   load_bool q
    22  000208      23                   const_int 2
    23  000210      24                   const_int 3
    24  000218      25                   select_int
    25  000220      26                   less_int  last
    26  000228      32  #4      S--  set x                              expression_select.json:6:1
    27  000230      28                   load_bool p
    28  000238      29                   load_float x
    29  000240      30                   load_int i
    30  000248      31                   int_to_float
    31  000250      32                   select_float  last
    32  000258      40  #5      S--  set x                              expression_select.json:7:1
    33  000260      34                   load_bool p
    34  000268      35                   load_bool q
    35  000270      36                   const_float 1.0
    36  000278      37                   const_float 2.5
    37  000280      38                   select_float
    38  000288      39                   load_float x
    39  000290      40                   select_float  last
    40  000298      49  #6      S--  set i                              expression_select.json:8:1
    41  0002a0      42                   load_bool p
    42  0002a8      43                   load_bool q
    43  0002b0      44                   or
    44  0002b8      45                   load_int i
    45  0002c0      46                   const_int 7
    46  0002c8      47                   select_int
    47  0002d0      48                   const_int 1
    48  0002d8      49                   add_int  last
    49  0002e0      51                 init p
    50  0002e8      51                   const_bool true  last
    51  0002f0      53                 init i
    52  0002f8      53                   const_int 1  last
    53  000300      55                 init x
    54  000308      55                   const_float 1.0  last
