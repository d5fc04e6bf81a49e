shape "constant_parts", version 4, 1840 bytes

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
     0  000168     100  #0      SF-  selector                           constant_parts.json:4:11
     1  000170       7  #1      SF-  condition                          constant_parts.json:7:7
     2  000178       3                   const_bool false
     3  000180       4                   tick
     4  000188       5                   const_int 3
     5  000190       6                   greater_int
     6  000198       7                   or  last
     7  0001a0      13  #2      SF-  condition                          constant_parts.json:8:7
     8  0001a8       9                   const_bool true
     9  0001b0      10                   tick
    10  0001b8      11                   const_int 3
    11  0001c0      12                   greater_int
    12  0001c8      13                   and  last
    13  0001d0      22  #3      SF-  condition                          constant_parts.json:9:7
    14  0001d8      15                   tick
    15  0001e0      16                   const_int 3
    16  0001e8      17                   greater_int
    17  0001f0      18                   const_bool true
    18  0001f8      19                   agent
    19  000200      20                   const_int 1
    20  000208      21                   equal_int
    21  000210      22                   select_bool  last
    22  000218      26  #4      SF-  condition                          constant_parts.json:10:7
    23  000220      24                   tick
    24  000228      25                   const_int 2
    25  000230      26                   greater_int  last
    26  000238      38  #5      SF-  condition                          constant_parts.json:11:7
    27  000240      28                   tick
    28  000248      29                   const_int 3
    29  000250      30                   greater_int
    30  000258      31                   const_bool false
    31  000260      32                   agent
    32  000268      33                   const_int 3
    33  000270      34                   greater_int
    34  000278      35                   or
    35  000280      36                   equal_bool
    36  000288      37                   const_bool true
    37  000290      38                   unequal_bool  last
    38  000298      50  #6      SF-  decide first 44                    constant_parts.json:12:7
    39  0002a0      40                   const_bool true
    40  0002a8      41                   agent
    41  0002b0      42                   const_int 2
    42  0002b8      43                   equal_int
    43  0002c0      44                   and  last
    44  0002c8      50  #7      SF-  condition                          constant_parts.json:12:63
    45  0002d0      46                   const_bool false
    46  0002d8      47                   tick
    47  0002e0      48                   const_int 1
    48  0002e8      49                   equal_int
    49  0002f0      50                   equal_bool  last
    50  0002f8      58  #8      -F-  switch first 56                    constant_parts.json:13:7
    51  000300      52                 case 1
    52  000308      53                 case 2
    53  000310      54                   const_int 1
    54  000318      55                   tick
    55  000320      56                   add_int  last
    56  000328      57  #9      -F-  failure                            constant_parts.json:13:61
    57  000330      58  #10     -F-  failure                            constant_parts.json:13:89
    58  000338      60  #11     SF-  condition                          constant_parts.json:14:7
    59  000340      60                   const_bool false  last
    60  000348      66  #12     SF-  condition                          constant_parts.json:15:7
    61  000350      62                   tick
    62  000358      63                   const_int 3
    63  000360      64                   greater_int
    64  000368      65                   const_bool false
    65  000370      66                   and  last
    66  000378      81  #13     SF-  condition                          constant_parts.json:16:7
    67  000380      68                   tick
    68  000388      69                   const_int 3
    69  000390      70                   greater_int
    70  000398      71                   const_bool false
    71  0003a0      72                   agent
    72  0003a8      73                   const_int 1
    73  0003b0      74                   equal_int
    74  0003b8      75                   const_bool false
    75  0003c0      76                   agent
    76  0003c8      77                   const_int 2
    77  0003d0      78                   equal_int
    78  0003d8      79                   and
    79  0003e0      80                   and
    80  0003e8      81                   select_bool  last
    81  0003f0      93  #14     SF-  condition                          constant_parts.json:17:7
    82  0003f8      83                   tick
    83  000400      84                   const_int 3
    84  000408      85                   greater_int
    85  000410      86                   const_bool false
    86  000418      87                   and
    87  000420      88                   const_bool false
    88  000428      89                   agent
    89  000430      90                   const_int 3
    90  000438      91                   greater_int
    91  000440      92                   and
    92  000448      93                   equal_bool  last
    93  000450      96  #15     -F-  decide first 95                    constant_parts.json:18:7
    94  000458      95                   const_bool true  last
    95  000460      96  #16     -F-  failure                            constant_parts.json:18:51
    96  000468     100  #17     SF-  switch first 99                    constant_parts.json:19:7
    97  000470      98                 case 1
    98  000478      99                   const_int 2  last
    99  000480     100  #18     S--  success                            constant_parts.json:19:58
