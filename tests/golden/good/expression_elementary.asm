shape "expression_elementary", version 4, 1168 bytes

specification
  items        64 (tree 60, init 4)
  nodes        7
  columns      2 number, 0 bool
  shared       0 number, 0 bool
  live         0 of 0 items
  slots        0 bit, 0 word, 0 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       1
  stacks       3 number, 2 bool
  shuffle      0
  draws        no
  hosts        0
  visits       6

keys (column, type, name)
      0  int    i
      1  float  x

items
 index  offset     end  node    can  operation
     0  000168      60  #0      SF-  sequence                           expression_elementary.json:2:8
     1  000170      13  #1      SF-  condition                          expression_elementary.json:3:1
     2  000178       3                   load_float x
     3  000180       4                   round
     4  000188       5                   const_float 2.0
     5  000190       6                   equal_float
     6  000198       7                   load_int i
     7  0001a0       8                   int_to_float
     8  0001a8       9                   round
     9  0001b0      10                   load_int i
    10  0001b8      11                   int_to_float
    11  0001c0      12                   equal_float
    12  0001c8      13                   and  last
    13  0001d0      23  #2      SF-  condition                          expression_elementary.json:4:1
    14  0001d8      15                   load_float x
    15  0001e0      16                   sign_float
    16  0001e8      17                   load_int i
    17  0001f0      18                   negate_int
    18  0001f8      19                   sign_int
    19  000200      20                   int_to_float
    20  000208      21                   multiply_float
    21  000210      22                   const_float 0.0
    22  000218      23                   less_float  last
    23  000220      37  #3      SF-  condition                          expression_elementary.json:5:1
    24  000228      25                   load_float x
    25  000230      26                   sin
    26  000238      27                   load_float x
    27  000240      28                   sin
    28  000248      29                   multiply_float
    29  000250      30                   load_float x
    30  000258      31                   cos
    31  000260      32                   load_float x
    32  000268      33                   cos
    33  000270      34                   multiply_float
    34  000278      35                   add_float
    35  000280      36                   const_float 0.9999
    36  000288      37                   greater_float  last
    37  000290      47  #4      SF-  condition                          expression_elementary.json:6:1
    38  000298      39                   load_float x
    39  0002a0      40                   load_int i
    40  0002a8      41                   int_to_float
    41  0002b0      42                   atan2
    42  0002b8      43                   load_int i
    43  0002c0      44                   int_to_float
    44  0002c8      45                   load_float x
    45  0002d0      46                   atan2
    46  0002d8      47                   less_float  last
    47  0002e0      54  #5      SF-  condition                          expression_elementary.json:7:1
    48  0002e8      49                   load_int i
    49  0002f0      50                   int_to_float
    50  0002f8      51                   exp
    51  000300      52                   log
    52  000308      53                   load_float x
    53  000310      54                   greater_float  last
    54  000318      60  #6      SF-  condition                          expression_elementary.json:8:1
    55  000320      56                   const_float 8.787352
    56  000328      57                   load_float x
    57  000330      58                   const_float -1.0
    58  000338      59                   add_float
    59  000340      60                   greater_float  last
    60  000348      62                 init i
    61  000350      62                   const_int 3  last
    62  000358      64                 init x
    63  000360      64                   const_float 2.5  last
