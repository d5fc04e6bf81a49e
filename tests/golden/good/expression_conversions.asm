shape "expression_conversions", version 4, 1624 bytes

specification
  items        92 (tree 80, init 12)
  nodes        12
  columns      3 number, 0 bool
  shared       0 number, 0 bool
  live         0 of 0 items
  slots        0 bit, 0 word, 0 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       1
  stacks       3 number, 1 bool
  shuffle      0
  draws        no
  hosts        0
  visits       11

keys (column, type, name)
      0  int    i
      1  float  x
      2  float  y

items
 index  offset     end  node    can  operation
     0  000168      80  #0      SF-  sequence                           expression_conversions.json:3:8
     1  000170       6  #1      SF-  condition                          expression_conversions.json:4:1
     2  000178       3                   load_int i
     3  000180       4                   int_to_float
     4  000188       5                   load_float x
     5  000190       6                   less_float  last
     6  000198      11  #2      SF-  condition                          expression_conversions.json:5:1
     7  0001a0       8                   load_float x
     8  0001a8       9                   load_int i
     9  0001b0      10                   int_to_float
    10  0001b8      11                   less_float  last
    11  0001c0      21  #3      SF-  condition                          expression_conversions.json:6:1
    12  0001c8      13                   load_int i
    13  0001d0      14                   int_to_float
    14  0001d8      15                   load_float x
    15  0001e0      16                   add_float
    16  0001e8      17                   load_int i
    17  0001f0      18                   const_int 2
    18  0001f8      19                   multiply_int
    19  000200      20                   int_to_float
    20  000208      21                   greater_float  last
    21  000210      36  #4      SF-  condition                          expression_conversions.json:7:1
    22  000218      23                   load_int i
    23  000220      24                   load_int i
    24  000228      25                   add_int
    25  000230      26                   int_to_float
    26  000238      27                   load_float x
    27  000240      28                   add_float
    28  000248      29                   load_float x
    29  000250      30                   load_int i
    30  000258      31                   int_to_float
    31  000260      32                   add_float
    32  000268      33                   load_int i
    33  000270      34                   int_to_float
    34  000278      35                   add_float
    35  000280      36                   equal_float  last
    36  000288      39  #5      S--  set x                              expression_conversions.json:8:1
    37  000290      38                   load_int i
    38  000298      39                   int_to_float  last
    39  0002a0      44  #6      S--  set x                              expression_conversions.json:9:1
    40  0002a8      41                   load_int i
    41  0002b0      42                   const_int 2
    42  0002b8      43                   divide_int
    43  0002c0      44                   int_to_float  last
    44  0002c8      49  #7      S--  set x                              expression_conversions.json:10:1
    45  0002d0      46                   load_int i
    46  0002d8      47                   int_to_float
    47  0002e0      48                   const_float 2.0
    48  0002e8      49                   divide_float  last
    49  0002f0      54  #8      S--  set x                              expression_conversions.json:11:1
    50  0002f8      51                   load_int i
    51  000300      52                   int_to_float
    52  000308      53                   const_float 2.0
    53  000310      54                   divide_float  last
    54  000318      60  #9      S--  set i                              expression_conversions.json:12:1
    55  000320      56                   load_float x
    56  000328      57                   load_int i
    57  000330      58                   int_to_float
    58  000338      59                   multiply_float
    59  000340      60                   float_to_int  last
    60  000348      70  #10     S--  set y                              expression_conversions.json:13:1
    61  000350      62                   load_float x
    62  000358      63                   const_float 1.0
    63  000360      64                   greater_float
    64  000368      65                   load_int i
    65  000370      66                   int_to_float
    66  000378      67                   load_float y
    67  000380      68                   select_float
    68  000388      69                   const_float 1.0
    69  000390      70                   add_float  last
    70  000398      80  #11     S--  set y                              expression_conversions.json:14:1
    71  0003a0      72                   load_float x
    72  0003a8      73                   const_float 1.0
    73  0003b0      74                   greater_float
    74  0003b8      75                   load_int i
    75  0003c0      76                   load_int i
    76  0003c8      77                   const_int 1
    77  0003d0      78                   add_int
    78  0003d8      79                   select_int
    79  0003e0      80                   int_to_float  last
    80  0003e8      82                 init i
    81  0003f0      82                   const_int 3  last
    82  0003f8      85                 init x
    83  000400      84                   load_int i
    84  000408      85                   int_to_float  last
    85  000410      92                 init y
    86  000418      87                   load_int i
    87  000420      88                   const_int 2
    88  000428      89                   multiply_int
    89  000430      90                   int_to_float
    90  000438      91                   const_float 0.5
    91  000440      92                   add_float  last
