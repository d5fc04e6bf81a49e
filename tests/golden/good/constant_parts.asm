shape "constant_parts", version 3, 1824 bytes

specification
  items        100 (tree 100, init 0)
  nodes        19
  columns      0 number, 0 bool
  shared       0 number, 0 bool
  live         0 of 0 items
  slots        0 bit, 0 word, 0 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       2
  stacks       2 number, 5 bool
  shuffle      0
  draws        no
  hosts        0
  visits       13

items
 index  offset     end  node    can  operation
     0  000158     100  #0      SF-  selector                           constant_parts.json:4:11
     1  000160       7  #1      SF-  condition                          constant_parts.json:7:7
     2  000168       3                   const_bool false
     3  000170       4                   tick
     4  000178       5                   const_int 3
     5  000180       6                   greater_int
     6  000188       7                   or  last
     7  000190      13  #2      SF-  condition                          constant_parts.json:8:7
     8  000198       9                   const_bool true
     9  0001a0      10                   tick
    10  0001a8      11                   const_int 3
    11  0001b0      12                   greater_int
    12  0001b8      13                   and  last
    13  0001c0      22  #3      SF-  condition                          constant_parts.json:9:7
    14  0001c8      15                   tick
    15  0001d0      16                   const_int 3
    16  0001d8      17                   greater_int
    17  0001e0      18                   const_bool true
    18  0001e8      19                   agent
    19  0001f0      20                   const_int 1
    20  0001f8      21                   equal_int
    21  000200      22                   select_bool  last
    22  000208      26  #4      SF-  condition                          constant_parts.json:10:7
    23  000210      24                   tick
    24  000218      25                   const_int 2
    25  000220      26                   greater_int  last
    26  000228      38  #5      SF-  condition                          constant_parts.json:11:7
    27  000230      28                   tick
    28  000238      29                   const_int 3
    29  000240      30                   greater_int
    30  000248      31                   const_bool false
    31  000250      32                   agent
    32  000258      33                   const_int 3
    33  000260      34                   greater_int
    34  000268      35                   or
    35  000270      36                   equal_bool
    36  000278      37                   const_bool true
    37  000280      38                   unequal_bool  last
    38  000288      50  #6      SF-  decide first 44                    constant_parts.json:12:7
    39  000290      40                   const_bool true
    40  000298      41                   agent
    41  0002a0      42                   const_int 2
    42  0002a8      43                   equal_int
    43  0002b0      44                   and  last
    44  0002b8      50  #7      SF-  condition                          constant_parts.json:12:63
    45  0002c0      46                   const_bool false
    46  0002c8      47                   tick
    47  0002d0      48                   const_int 1
    48  0002d8      49                   equal_int
    49  0002e0      50                   equal_bool  last
    50  0002e8      58  #8      -F-  switch first 56                    constant_parts.json:13:7
    51  0002f0      52                 case 1
    52  0002f8      53                 case 2
    53  000300      54                   const_int 1
    54  000308      55                   tick
    55  000310      56                   add_int  last
    56  000318      57  #9      -F-  failure                            constant_parts.json:13:61
    57  000320      58  #10     -F-  failure                            constant_parts.json:13:89
    58  000328      60  #11     SF-  condition                          constant_parts.json:14:7
    59  000330      60                   const_bool false  last
    60  000338      66  #12     SF-  condition                          constant_parts.json:15:7
    61  000340      62                   tick
    62  000348      63                   const_int 3
    63  000350      64                   greater_int
    64  000358      65                   const_bool false
    65  000360      66                   and  last
    66  000368      81  #13     SF-  condition                          constant_parts.json:16:7
    67  000370      68                   tick
    68  000378      69                   const_int 3
    69  000380      70                   greater_int
    70  000388      71                   const_bool false
    71  000390      72                   agent
    72  000398      73                   const_int 1
    73  0003a0      74                   equal_int
    74  0003a8      75                   const_bool false
    75  0003b0      76                   agent
    76  0003b8      77                   const_int 2
    77  0003c0      78                   equal_int
    78  0003c8      79                   and
    79  0003d0      80                   and
    80  0003d8      81                   select_bool  last
    81  0003e0      93  #14     SF-  condition                          constant_parts.json:17:7
    82  0003e8      83                   tick
    83  0003f0      84                   const_int 3
    84  0003f8      85                   greater_int
    85  000400      86                   const_bool false
    86  000408      87                   and
    87  000410      88                   const_bool false
    88  000418      89                   agent
    89  000420      90                   const_int 3
    90  000428      91                   greater_int
    91  000430      92                   and
    92  000438      93                   equal_bool  last
    93  000440      96  #15     -F-  decide first 95                    constant_parts.json:18:7
    94  000448      95                   const_bool true  last
    95  000450      96  #16     -F-  failure                            constant_parts.json:18:51
    96  000458     100  #17     SF-  switch first 99                    constant_parts.json:19:7
    97  000460      98                 case 1
    98  000468      99                   const_int 2  last
    99  000470     100  #18     S--  success                            constant_parts.json:19:58
