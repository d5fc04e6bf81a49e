shape "expression_elementary", version 2, 1112 bytes

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
     0  000138      60  #0      SF-  sequence                           expression_elementary.json:2:8
     1  000140      13  #1      SF-  condition                          expression_elementary.json:3:1
     2  000148       3                   load_float x
     3  000150       4                   round
     4  000158       5                   const_float 2.0
     5  000160       6                   equal_float
     6  000168       7                   load_int i
     7  000170       8                   int_to_float
     8  000178       9                   round
     9  000180      10                   load_int i
    10  000188      11                   int_to_float
    11  000190      12                   equal_float
    12  000198      13                   and  last
    13  0001a0      23  #2      SF-  condition                          expression_elementary.json:4:1
    14  0001a8      15                   load_float x
    15  0001b0      16                   sign_float
    16  0001b8      17                   load_int i
    17  0001c0      18                   negate_int
    18  0001c8      19                   sign_int
    19  0001d0      20                   int_to_float
    20  0001d8      21                   multiply_float
    21  0001e0      22                   const_float 0.0
    22  0001e8      23                   less_float  last
    23  0001f0      37  #3      SF-  condition                          expression_elementary.json:5:1
    24  0001f8      25                   load_float x
    25  000200      26                   sin
    26  000208      27                   load_float x
    27  000210      28                   sin
    28  000218      29                   multiply_float
    29  000220      30                   load_float x
    30  000228      31                   cos
    31  000230      32                   load_float x
    32  000238      33                   cos
    33  000240      34                   multiply_float
    34  000248      35                   add_float
    35  000250      36                   const_float 0.9999
    36  000258      37                   greater_float  last
    37  000260      47  #4      SF-  condition                          expression_elementary.json:6:1
    38  000268      39                   load_float x
    39  000270      40                   load_int i
    40  000278      41                   int_to_float
    41  000280      42                   atan2
    42  000288      43                   load_int i
    43  000290      44                   int_to_float
    44  000298      45                   load_float x
    45  0002a0      46                   atan2
    46  0002a8      47                   less_float  last
    47  0002b0      54  #5      SF-  condition                          expression_elementary.json:7:1
    48  0002b8      49                   load_int i
    49  0002c0      50                   int_to_float
    50  0002c8      51                   exp
    51  0002d0      52                   log
    52  0002d8      53                   load_float x
    53  0002e0      54                   greater_float  last
    54  0002e8      60  #6      SF-  condition                          expression_elementary.json:8:1
    55  0002f0      56                   const_float 8.787352
    56  0002f8      57                   load_float x
    57  000300      58                   const_float -1.0
    58  000308      59                   add_float
    59  000310      60                   greater_float  last
    60  000318      62                 init i
    61  000320      62                   const_int 3  last
    62  000328      64                 init x
    63  000330      64                   const_float 2.5  last
