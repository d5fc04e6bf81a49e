shape "expression_conversions", version 3, 1592 bytes

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
     0  000158      80  #0      SF-  sequence                           expression_conversions.json:3:8
     1  000160       6  #1      SF-  condition                          expression_conversions.json:4:1
     2  000168       3                   load_int i
     3  000170       4                   int_to_float
     4  000178       5                   load_float x
     5  000180       6                   less_float  last
     6  000188      11  #2      SF-  condition                          expression_conversions.json:5:1
     7  000190       8                   load_float x
     8  000198       9                   load_int i
     9  0001a0      10                   int_to_float
    10  0001a8      11                   less_float  last
    11  0001b0      21  #3      SF-  condition                          expression_conversions.json:6:1
    12  0001b8      13                   load_int i
    13  0001c0      14                   int_to_float
    14  0001c8      15                   load_float x
    15  0001d0      16                   add_float
    16  0001d8      17                   load_int i
    17  0001e0      18                   const_int 2
    18  0001e8      19                   multiply_int
    19  0001f0      20                   int_to_float
    20  0001f8      21                   greater_float  last
    21  000200      36  #4      SF-  condition                          expression_conversions.json:7:1
    22  000208      23                   load_int i
    23  000210      24                   load_int i
    24  000218      25                   add_int
    25  000220      26                   int_to_float
    26  000228      27                   load_float x
    27  000230      28                   add_float
    28  000238      29                   load_float x
    29  000240      30                   load_int i
    30  000248      31                   int_to_float
    31  000250      32                   add_float
    32  000258      33                   load_int i
    33  000260      34                   int_to_float
    34  000268      35                   add_float
    35  000270      36                   equal_float  last
    36  000278      39  #5      S--  set x                              expression_conversions.json:8:1
    37  000280      38                   load_int i
    38  000288      39                   int_to_float  last
    39  000290      44  #6      S--  set x                              expression_conversions.json:9:1
    40  000298      41                   load_int i
    41  0002a0      42                   const_int 2
    42  0002a8      43                   divide_int
    43  0002b0      44                   int_to_float  last
    44  0002b8      49  #7      S--  set x                              expression_conversions.json:10:1
    45  0002c0      46                   load_int i
    46  0002c8      47                   int_to_float
    47  0002d0      48                   const_float 2.0
    48  0002d8      49                   divide_float  last
    49  0002e0      54  #8      S--  set x                              expression_conversions.json:11:1
    50  0002e8      51                   load_int i
    51  0002f0      52                   int_to_float
    52  0002f8      53                   const_float 2.0
    53  000300      54                   divide_float  last
    54  000308      60  #9      S--  set i                              expression_conversions.json:12:1
    55  000310      56                   load_float x
    56  000318      57                   load_int i
    57  000320      58                   int_to_float
    58  000328      59                   multiply_float
    59  000330      60                   float_to_int  last
    60  000338      70  #10     S--  set y                              expression_conversions.json:13:1
    61  000340      62                   load_float x
    62  000348      63                   const_float 1.0
    63  000350      64                   greater_float
    64  000358      65                   load_int i
    65  000360      66                   int_to_float
    66  000368      67                   load_float y
    67  000370      68                   select_float
    68  000378      69                   const_float 1.0
    69  000380      70                   add_float  last
    70  000388      80  #11     S--  set y                              expression_conversions.json:14:1
    71  000390      72                   load_float x
    72  000398      73                   const_float 1.0
    73  0003a0      74                   greater_float
    74  0003a8      75                   load_int i
    75  0003b0      76                   load_int i
    76  0003b8      77                   const_int 1
    77  0003c0      78                   add_int
    78  0003c8      79                   select_int
    79  0003d0      80                   int_to_float  last
    80  0003d8      82                 init i
    81  0003e0      82                   const_int 3  last
    82  0003e8      85                 init x
    83  0003f0      84                   load_int i
    84  0003f8      85                   int_to_float  last
    85  000400      92                 init y
    86  000408      87                   load_int i
    87  000410      88                   const_int 2
    88  000418      89                   multiply_int
    89  000420      90                   int_to_float
    90  000428      91                   const_float 0.5
    91  000430      92                   add_float  last
