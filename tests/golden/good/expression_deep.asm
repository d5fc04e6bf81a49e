shape "expression_deep", version 2, 1616 bytes

specification
  items        131 (tree 127, init 4)
  nodes        5
  columns      1 number, 1 bool
  shared       0 number, 0 bool
  live         0 of 0 items
  slots        0 bit, 0 word, 0 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       1
  stacks       31 number, 21 bool
  shuffle      0
  draws        no
  hosts        0
  visits       4

keys (column, type, name)
      0  int    a
      1  bool   p

items
 index  offset     end  node    can  operation
     0  000138     127  #0      SF-  sequence                           expression_deep.json:3:8
     1  000140      65  #1      SF-  condition                          expression_deep.json:4:1
     2  000148       3                   load_int a
     3  000150       4                   load_int a
     4  000158       5                   load_int a
     5  000160       6                   load_int a
     6  000168       7                   load_int a
     7  000170       8                   load_int a
     8  000178       9                   load_int a
     9  000180      10                   load_int a
    10  000188      11                   load_int a
    11  000190      12                   load_int a
    12  000198      13                   load_int a
    13  0001a0      14                   load_int a
    14  0001a8      15                   load_int a
    15  0001b0      16                   load_int a
    16  0001b8      17                   load_int a
    17  0001c0      18                   load_int a
    18  0001c8      19                   load_int a
    19  0001d0      20                   load_int a
    20  0001d8      21                   load_int a
    21  0001e0      22                   load_int a
    22  0001e8      23                   load_int a
    23  0001f0      24                   load_int a
    24  0001f8      25                   load_int a
    25  000200      26                   load_int a
    26  000208      27                   load_int a
    27  000210      28                   load_int a
    28  000218      29                   load_int a
    29  000220      30                   load_int a
    30  000228      31                   load_int a
    31  000230      32                   load_int a
    32  000238      33                   load_int a
    33  000240      34                   add_int
    34  000248      35                   add_int
    35  000250      36                   add_int
    36  000258      37                   add_int
    37  000260      38                   add_int
    38  000268      39                   add_int
    39  000270      40                   add_int
    40  000278      41                   add_int
    41  000280      42                   add_int
    42  000288      43                   add_int
    43  000290      44                   add_int
    44  000298      45                   add_int
    45  0002a0      46                   add_int
    46  0002a8      47                   add_int
    47  0002b0      48                   add_int
    48  0002b8      49                   add_int
    49  0002c0      50                   add_int
    50  0002c8      51                   add_int
    51  0002d0      52                   add_int
    52  0002d8      53                   add_int
    53  0002e0      54                   add_int
    54  0002e8      55                   add_int
    55  0002f0      56                   add_int
    56  0002f8      57                   add_int
    57  000300      58                   add_int
    58  000308      59                   add_int
    59  000310      60                   add_int
    60  000318      61                   add_int
    61  000320      62                   add_int
    62  000328      63                   add_int
    63  000330      64                   const_int 0
    64  000338      65                   greater_int  last
    65  000340     109  #2      SF-  condition                          expression_deep.json:5:1
    66  000348      67                   load_bool p
    67  000350      68                   load_bool p
    68  000358      69                   load_bool p
    69  000360      70                   load_bool p
    70  000368      71                   load_bool p
    71  000370      72                   load_bool p
    72  000378      73                   load_bool p
    73  000380      74                   load_bool p
    74  000388      75                   load_bool p
    75  000390      76                   load_bool p
    76  000398      77                   load_bool p
    77  0003a0      78                   load_bool p
    78  0003a8      79                   load_bool p
    79  0003b0      80                   load_bool p
    80  0003b8      81                   load_bool p
    81  0003c0      82                   load_bool p
    82  0003c8      83                   load_bool p
    83  0003d0      84                   load_bool p
    84  0003d8      85                   load_bool p
    85  0003e0      86                   load_bool p
    86  0003e8      87                   load_int a
    87  0003f0      88                   const_int 0
    88  0003f8      89                   greater_int
    89  000400      90                   and
    90  000408      91                   and
    91  000410      92                   and
    92  000418      93                   and
    93  000420      94                   and
    94  000428      95                   and
    95  000430      96                   and
    96  000438      97                   and
    97  000440      98                   and
    98  000448      99                   and
    99  000450     100                   and
   100  000458     101                   and
   101  000460     102                   and
   102  000468     103                   and
   103  000470     104                   and
   104  000478     105                   and
   105  000480     106                   and
   106  000488     107                   and
   107  000490     108                   and
   108  000498     109                   and  last
   109  0004a0     113  #3      SF-  condition                          expression_deep.json:6:1
   110  0004a8     111                   load_int a
   111  0004b0     112                   const_int 1
   112  0004b8     113                   equal_int  last
   113  0004c0     127  #4      SF-  condition                          expression_deep.json:7:1
   114  0004c8     115                   load_bool p
   115  0004d0     116                   load_bool p
   116  0004d8     117                   load_int a
   117  0004e0     118                   load_int a
   118  0004e8     119                   load_int a
   119  0004f0     120                   load_int a
   120  0004f8     121                   load_int a
   121  000500     122                   multiply_int
   122  000508     123                   subtract_int
   123  000510     124                   add_int
   124  000518     125                   greater_int
   125  000520     126                   equal_bool
   126  000528     127                   equal_bool  last
   127  000530     129                 init a
   128  000538     129                   const_int 1  last
   129  000540     131                 init p
   130  000548     131                   const_bool true  last
