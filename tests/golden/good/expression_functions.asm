shape "expression_functions", version 2, 1504 bytes

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
     0  000138      95  #0      SF-  sequence                           expression_functions.json:2:8
     1  000140      14  #1      SF-  condition                          expression_functions.json:3:1
     2  000148       3                   load_int i
     3  000150       4                   const_int 4
     4  000158       5                   min_int
     5  000160       6                   load_int i
     6  000168       7                   const_int 2
     7  000170       8                   max_int
     8  000178       9                   add_int
     9  000180      10                   load_int i
    10  000188      11                   const_int 0
    11  000190      12                   const_int 9
    12  000198      13                   clamp_int
    13  0001a0      14                   equal_int  last
    14  0001a8      29  #2      SF-  condition                          expression_functions.json:4:1
    15  0001b0      16                   load_float x
    16  0001b8      17                   const_float 4.5
    17  0001c0      18                   min_float
    18  0001c8      19                   load_int i
    19  0001d0      20                   int_to_float
    20  0001d8      21                   load_float x
    21  0001e0      22                   max_float
    22  0001e8      23                   add_float
    23  0001f0      24                   load_float x
    24  0001f8      25                   const_float 0.0
    25  000200      26                   load_int i
    26  000208      27                   int_to_float
    27  000210      28                   clamp_float
    28  000218      29                   greater_float  last
    29  000220      38  #3      SF-  condition                          expression_functions.json:5:1
    30  000228      31                   load_int i
    31  000230      32                   abs_int
    32  000238      33                   load_int i
    33  000240      34                   negate_int
    34  000248      35                   abs_int
    35  000250      36                   add_int
    36  000258      37                   const_int 0
    37  000260      38                   greater_int  last
    38  000268      45  #4      SF-  condition                          expression_functions.json:6:1
    39  000270      40                   load_float x
    40  000278      41                   const_float 3.0
    41  000280      42                   subtract_float
    42  000288      43                   abs_float
    43  000290      44                   const_float 0.5
    44  000298      45                   less_float  last
    45  0002a0      56  #5      SF-  condition                          expression_functions.json:7:1
    46  0002a8      47                   load_float x
    47  0002b0      48                   floor
    48  0002b8      49                   load_float x
    49  0002c0      50                   ceil
    50  0002c8      51                   add_float
    51  0002d0      52                   load_float x
    52  0002d8      53                   load_float x
    53  0002e0      54                   multiply_float
    54  0002e8      55                   sqrt
    55  0002f0      56                   less_float  last
    56  0002f8      63  #6      SF-  condition                          expression_functions.json:8:1
    57  000300      58                   load_int i
    58  000308      59                   int_to_float
    59  000310      60                   floor
    60  000318      61                   load_int i
    61  000320      62                   int_to_float
    62  000328      63                   equal_float  last
    63  000330      77  #7      SF-  condition                          expression_functions.json:9:1
    64  000338      65                   load_float x
    65  000340      66                   float_to_int
    66  000348      67                   const_int 2
    67  000350      68                   equal_int
    68  000358      69                   load_bool p
    69  000360      70                   bool_to_int
    70  000368      71                   const_int 1
    71  000370      72                   equal_int
    72  000378      73                   and
    73  000380      74                   load_int i
    74  000388      75                   load_int i
    75  000390      76                   equal_int
    76  000398      77                   and  last
    77  0003a0      85  #8      SF-  condition                          expression_functions.json:10:1
    78  0003a8      79                   load_int i
    79  0003b0      80                   int_to_float
    80  0003b8      81                   const_float 2.0
    81  0003c0      82                   divide_float
    82  0003c8      83                   load_bool p
    83  0003d0      84                   bool_to_float
    84  0003d8      85                   greater_float  last
    85  0003e0      95  #9      SF-  condition                          expression_functions.json:11:1
    86  0003e8      87                   load_int i
    87  0003f0      88                   const_int 1
    88  0003f8      89                   min_int
    89  000400      90                   const_int 2
    90  000408      91                   load_int i
    91  000410      92                   max_int
    92  000418      93                   min_int
    93  000420      94                   const_int 0
    94  000428      95                   greater_int  last
    95  000430      97                 init i
    96  000438      97                   const_int 3  last
    97  000440      99                 init x
    98  000448      99                   const_float 2.5  last
    99  000450     101                 init p
   100  000458     101                   const_bool true  last
