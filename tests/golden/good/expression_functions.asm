shape "expression_functions", version 4, 1568 bytes

specification
  items        101 (tree 95, init 6)
  nodes        10
  columns      2 number, 1 bool
  shared       0 number, 0 bool
  live         0 of 0 items
  slots        0 bit, 0 word, 0 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       1
  stacks       4 number, 2 bool
  shuffle      0
  draws        no
  hosts        0
  visits       9

keys (column, type, name)
      0  int    i
      1  float  x
      2  bool   p

items
 index  offset     end  node    can  operation
     0  000168      95  #0      SF-  sequence                           expression_functions.json:2:8
     1  000170      14  #1      SF-  condition                          expression_functions.json:3:1
     2  000178       3                   load_int i
     3  000180       4                   const_int 4
     4  000188       5                   min_int
     5  000190       6                   load_int i
     6  000198       7                   const_int 2
     7  0001a0       8                   max_int
     8  0001a8       9                   add_int
     9  0001b0      10                   load_int i
    10  0001b8      11                   const_int 0
    11  0001c0      12                   const_int 9
    12  0001c8      13                   clamp_int
    13  0001d0      14                   equal_int  last
    14  0001d8      29  #2      SF-  condition                          expression_functions.json:4:1
    15  0001e0      16                   load_float x
    16  0001e8      17                   const_float 4.5
    17  0001f0      18                   min_float
    18  0001f8      19                   load_int i
    19  000200      20                   int_to_float
    20  000208      21                   load_float x
    21  000210      22                   max_float
    22  000218      23                   add_float
    23  000220      24                   load_float x
    24  000228      25                   const_float 0.0
    25  000230      26                   load_int i
    26  000238      27                   int_to_float
    27  000240      28                   clamp_float
    28  000248      29                   greater_float  last
    29  000250      38  #3      SF-  condition                          expression_functions.json:5:1
    30  000258      31                   load_int i
    31  000260      32                   abs_int
    32  000268      33                   load_int i
    33  000270      34                   negate_int
    34  000278      35                   abs_int
    35  000280      36                   add_int
    36  000288      37                   const_int 0
    37  000290      38                   greater_int  last
    38  000298      45  #4      SF-  condition                          expression_functions.json:6:1
    39  0002a0      40                   load_float x
    40  0002a8      41                   const_float 3.0
    41  0002b0      42                   subtract_float
    42  0002b8      43                   abs_float
    43  0002c0      44                   const_float 0.5
    44  0002c8      45                   less_float  last
    45  0002d0      56  #5      SF-  condition                          expression_functions.json:7:1
    46  0002d8      47                   load_float x
    47  0002e0      48                   floor
    48  0002e8      49                   load_float x
    49  0002f0      50                   ceil
    50  0002f8      51                   add_float
    51  000300      52                   load_float x
    52  000308      53                   load_float x
    53  000310      54                   multiply_float
    54  000318      55                   sqrt
    55  000320      56                   less_float  last
    56  000328      63  #6      SF-  condition                          expression_functions.json:8:1
    57  000330      58                   load_int i
    58  000338      59                   int_to_float
    59  000340      60                   floor
    60  000348      61                   load_int i
    61  000350      62                   int_to_float
    62  000358      63                   equal_float  last
    63  000360      77  #7      SF-  condition                          expression_functions.json:9:1
    64  000368      65                   load_float x
    65  000370      66                   float_to_int
    66  000378      67                   const_int 2
    67  000380      68                   equal_int
    68  000388      69                   load_bool p
    69  000390      70                   bool_to_int
    70  000398      71                   const_int 1
    71  0003a0      72                   equal_int
    72  0003a8      73                   and
    73  0003b0      74                   load_int i
    74  0003b8      75                   load_int i
    75  0003c0      76                   equal_int
    76  0003c8      77                   and  last
    77  0003d0      85  #8      SF-  condition                          expression_functions.json:10:1
    78  0003d8      79                   load_int i
    79  0003e0      80                   int_to_float
    80  0003e8      81                   const_float 2.0
    81  0003f0      82                   divide_float
    82  0003f8      83                   load_bool p
    83  000400      84                   bool_to_float
    84  000408      85                   greater_float  last
    85  000410      95  #9      SF-  condition                          expression_functions.json:11:1
    86  000418      87                   load_int i
    87  000420      88                   const_int 1
    88  000428      89                   min_int
    89  000430      90                   const_int 2
    90  000438      91                   load_int i
    91  000440      92                   max_int
    92  000448      93                   min_int
    93  000450      94                   const_int 0
    94  000458      95                   greater_int  last
    95  000460      97                 init i
    96  000468      97                   const_int 3  last
    97  000470      99                 init x
    98  000478      99                   const_float 2.5  last
    99  000480     101                 init p
   100  000488     101                   const_bool true  last
