shape "expression_functions", version 3, 1536 bytes

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
     0  000158      95  #0      SF-  sequence                           expression_functions.json:2:8
     1  000160      14  #1      SF-  condition                          expression_functions.json:3:1
     2  000168       3                   load_int i
     3  000170       4                   const_int 4
     4  000178       5                   min_int
     5  000180       6                   load_int i
     6  000188       7                   const_int 2
     7  000190       8                   max_int
     8  000198       9                   add_int
     9  0001a0      10                   load_int i
    10  0001a8      11                   const_int 0
    11  0001b0      12                   const_int 9
    12  0001b8      13                   clamp_int
    13  0001c0      14                   equal_int  last
    14  0001c8      29  #2      SF-  condition                          expression_functions.json:4:1
    15  0001d0      16                   load_float x
    16  0001d8      17                   const_float 4.5
    17  0001e0      18                   min_float
    18  0001e8      19                   load_int i
    19  0001f0      20                   int_to_float
    20  0001f8      21                   load_float x
    21  000200      22                   max_float
    22  000208      23                   add_float
    23  000210      24                   load_float x
    24  000218      25                   const_float 0.0
    25  000220      26                   load_int i
    26  000228      27                   int_to_float
    27  000230      28                   clamp_float
    28  000238      29                   greater_float  last
    29  000240      38  #3      SF-  condition                          expression_functions.json:5:1
    30  000248      31                   load_int i
    31  000250      32                   abs_int
    32  000258      33                   load_int i
    33  000260      34                   negate_int
    34  000268      35                   abs_int
    35  000270      36                   add_int
    36  000278      37                   const_int 0
    37  000280      38                   greater_int  last
    38  000288      45  #4      SF-  condition                          expression_functions.json:6:1
    39  000290      40                   load_float x
    40  000298      41                   const_float 3.0
    41  0002a0      42                   subtract_float
    42  0002a8      43                   abs_float
    43  0002b0      44                   const_float 0.5
    44  0002b8      45                   less_float  last
    45  0002c0      56  #5      SF-  condition                          expression_functions.json:7:1
    46  0002c8      47                   load_float x
    47  0002d0      48                   floor
    48  0002d8      49                   load_float x
    49  0002e0      50                   ceil
    50  0002e8      51                   add_float
    51  0002f0      52                   load_float x
    52  0002f8      53                   load_float x
    53  000300      54                   multiply_float
    54  000308      55                   sqrt
    55  000310      56                   less_float  last
    56  000318      63  #6      SF-  condition                          expression_functions.json:8:1
    57  000320      58                   load_int i
    58  000328      59                   int_to_float
    59  000330      60                   floor
    60  000338      61                   load_int i
    61  000340      62                   int_to_float
    62  000348      63                   equal_float  last
    63  000350      77  #7      SF-  condition                          expression_functions.json:9:1
    64  000358      65                   load_float x
    65  000360      66                   float_to_int
    66  000368      67                   const_int 2
    67  000370      68                   equal_int
    68  000378      69                   load_bool p
    69  000380      70                   bool_to_int
    70  000388      71                   const_int 1
    71  000390      72                   equal_int
    72  000398      73                   and
    73  0003a0      74                   load_int i
    74  0003a8      75                   load_int i
    75  0003b0      76                   equal_int
    76  0003b8      77                   and  last
    77  0003c0      85  #8      SF-  condition                          expression_functions.json:10:1
    78  0003c8      79                   load_int i
    79  0003d0      80                   int_to_float
    80  0003d8      81                   const_float 2.0
    81  0003e0      82                   divide_float
    82  0003e8      83                   load_bool p
    83  0003f0      84                   bool_to_float
    84  0003f8      85                   greater_float  last
    85  000400      95  #9      SF-  condition                          expression_functions.json:11:1
    86  000408      87                   load_int i
    87  000410      88                   const_int 1
    88  000418      89                   min_int
    89  000420      90                   const_int 2
    90  000428      91                   load_int i
    91  000430      92                   max_int
    92  000438      93                   min_int
    93  000440      94                   const_int 0
    94  000448      95                   greater_int  last
    95  000450      97                 init i
    96  000458      97                   const_int 3  last
    97  000460      99                 init x
    98  000468      99                   const_float 2.5  last
    99  000470     101                 init p
   100  000478     101                   const_bool true  last
