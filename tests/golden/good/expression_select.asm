shape "expression_select", version 4, 1136 bytes

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
     0  000168      49  #0      SF-  sequence                           expression_select.json:2:8
     1  000170       7  #1      SF-  condition                          expression_select.json:3:1
     2  000178       3                   load_bool p
     3  000180       4                   load_bool q
     4  000188       5                   load_bool q
     5  000190       6                   not
     6  000198       7                   select_bool  last
     7  0001a0      15  #2      SF-  condition                          expression_select.json:4:1
     8  0001a8       9                   load_bool p
     9  0001b0      10                   load_bool q
    10  0001b8      11                   const_bool true
    11  0001c0      12                   load_bool p
    12  0001c8      13                   select_bool
    13  0001d0      14                   load_bool q
    14  0001d8      15                   select_bool  last
    15  0001e0      26  #3      SF-  condition                          expression_select.json:5:1
    16  0001e8      17                   load_bool p
    17  0001f0      18                   load_int i
    18  0001f8      19                   load_int i
    19  000200      20                   negate_int
    20  000208      21                   select_int
    21  000210      22                   load_bool q
    22  000218      23                   const_int 2
    23  000220      24                   const_int 3
    24  000228      25                   select_int
    25  000230      26                   less_int  last
    26  000238      32  #4      S--  set x                              expression_select.json:6:1
    27  000240      28                   load_bool p
    28  000248      29                   load_float x
    29  000250      30                   load_int i
    30  000258      31                   int_to_float
    31  000260      32                   select_float  last
    32  000268      40  #5      S--  set x                              expression_select.json:7:1
    33  000270      34                   load_bool p
    34  000278      35                   load_bool q
    35  000280      36                   const_float 1.0
    36  000288      37                   const_float 2.5
    37  000290      38                   select_float
    38  000298      39                   load_float x
    39  0002a0      40                   select_float  last
    40  0002a8      49  #6      S--  set i                              expression_select.json:8:1
    41  0002b0      42                   load_bool p
    42  0002b8      43                   load_bool q
    43  0002c0      44                   or
    44  0002c8      45                   load_int i
    45  0002d0      46                   const_int 7
    46  0002d8      47                   select_int
    47  0002e0      48                   const_int 1
    48  0002e8      49                   add_int  last
    49  0002f0      51                 init p
    50  0002f8      51                   const_bool true  last
    51  000300      53                 init i
    52  000308      53                   const_int 1  last
    53  000310      55                 init x
    54  000318      55                   const_float 1.0  last
