shape "expression_conversions", version 2, 1560 bytes

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
     0  000138      80  #0      SF-  sequence                           expression_conversions.json:3:8
     1  000140       6  #1      SF-  condition                          expression_conversions.json:4:1
     2  000148       3                   load_int i
     3  000150       4                   int_to_float
     4  000158       5                   load_float x
     5  000160       6                   less_float  last
     6  000168      11  #2      SF-  condition                          expression_conversions.json:5:1
     7  000170       8                   load_float x
     8  000178       9                   load_int i
     9  000180      10                   int_to_float
    10  000188      11                   less_float  last
    11  000190      21  #3      SF-  condition                          expression_conversions.json:6:1
    12  000198      13                   load_int i
    13  0001a0      14                   int_to_float
    14  0001a8      15                   load_float x
    15  0001b0      16                   add_float
    16  0001b8      17                   load_int i
    17  0001c0      18                   const_int 2
    18  0001c8      19                   multiply_int
    19  0001d0      20                   int_to_float
    20  0001d8      21                   greater_float  last
    21  0001e0      36  #4      SF-  condition                          expression_conversions.json:7:1
    22  0001e8      23                   load_int i
    23  0001f0      24                   load_int i
    24  0001f8      25                   add_int
    25  000200      26                   int_to_float
    26  000208      27                   load_float x
    27  000210      28                   add_float
    28  000218      29                   load_float x
    29  000220      30                   load_int i
    30  000228      31                   int_to_float
    31  000230      32                   add_float
    32  000238      33                   load_int i
    33  000240      34                   int_to_float
    34  000248      35                   add_float
    35  000250      36                   equal_float  last
    36  000258      39  #5      S--  set x                              expression_conversions.json:8:1
    37  000260      38                   load_int i
    38  000268      39                   int_to_float  last
    39  000270      44  #6      S--  set x                              expression_conversions.json:9:1
    40  000278      41                   load_int i
    41  000280      42                   const_int 2
    42  000288      43                   divide_int
    43  000290      44                   int_to_float  last
    44  000298      49  #7      S--  set x                              expression_conversions.json:10:1
    45  0002a0      46                   load_int i
    46  0002a8      47                   int_to_float
    47  0002b0      48                   const_float 2.0
    48  0002b8      49                   divide_float  last
    49  0002c0      54  #8      S--  set x                              expression_conversions.json:11:1
    50  0002c8      51                   load_int i
    51  0002d0      52                   int_to_float
    52  0002d8      53                   const_float 2.0
    53  0002e0      54                   divide_float  last
    54  0002e8      60  #9      S--  set i                              expression_conversions.json:12:1
    55  0002f0      56                   load_float x
    56  0002f8      57                   load_int i
    57  000300      58                   int_to_float
    58  000308      59                   multiply_float
    59  000310      60                   float_to_int  last
    60  000318      70  #10     S--  set y                              expression_conversions.json:13:1
    61  000320      62                   load_float x
    62  000328      63                   const_float 1.0
    63  000330      64                   greater_float
    64  000338      65                   load_int i
    65  000340      66                   int_to_float
    66  000348      67                   load_float y
    67  000350      68                   select_float
    68  000358      69                   const_float 1.0
    69  000360      70                   add_float  last
    70  000368      80  #11     S--  set y                              expression_conversions.json:14:1
    71  000370      72                   load_float x
    72  000378      73                   const_float 1.0
    73  000380      74                   greater_float
    74  000388      75                   load_int i
    75  000390      76                   load_int i
    76  000398      77                   const_int 1
    77  0003a0      78                   add_int
    78  0003a8      79                   select_int
    79  0003b0      80                   int_to_float  last
    80  0003b8      82                 init i
    81  0003c0      82                   const_int 3  last
    82  0003c8      85                 init x
    83  0003d0      84                   load_int i
    84  0003d8      85                   int_to_float  last
    85  0003e0      92                 init y
    86  0003e8      87                   load_int i
    87  0003f0      88                   const_int 2
    88  0003f8      89                   multiply_int
    89  000400      90                   int_to_float
    90  000408      91                   const_float 0.5
    91  000410      92                   add_float  last
