shape "expression_deep", version 3, 1648 bytes

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
     0  000158     127  #0      SF-  sequence                           expression_deep.json:3:8
     1  000160      65  #1      SF-  condition                          expression_deep.json:4:1
     2  000168       3                   load_int a
     3  000170       4                   load_int a
     4  000178       5                   load_int a
     5  000180       6                   load_int a
     6  000188       7                   load_int a
     7  000190       8                   load_int a
     8  000198       9                   load_int a
     9  0001a0      10                   load_int a
    10  0001a8      11                   load_int a
    11  0001b0      12                   load_int a
    12  0001b8      13                   load_int a
    13  0001c0      14                   load_int a
    14  0001c8      15                   load_int a
    15  0001d0      16                   load_int a
    16  0001d8      17                   load_int a
    17  0001e0      18                   load_int a
    18  0001e8      19                   load_int a
    19  0001f0      20                   load_int a
    20  0001f8      21                   load_int a
    21  000200      22                   load_int a
    22  000208      23                   load_int a
    23  000210      24                   load_int a
    24  000218      25                   load_int a
    25  000220      26                   load_int a
    26  000228      27                   load_int a
    27  000230      28                   load_int a
    28  000238      29                   load_int a
    29  000240      30                   load_int a
    30  000248      31                   load_int a
    31  000250      32                   load_int a
    32  000258      33                   load_int a
    33  000260      34                   add_int
    34  000268      35                   add_int
    35  000270      36                   add_int
    36  000278      37                   add_int
    37  000280      38                   add_int
    38  000288      39                   add_int
    39  000290      40                   add_int
    40  000298      41                   add_int
    41  0002a0      42                   add_int
    42  0002a8      43                   add_int
    43  0002b0      44                   add_int
    44  0002b8      45                   add_int
    45  0002c0      46                   add_int
    46  0002c8      47                   add_int
    47  0002d0      48                   add_int
    48  0002d8      49                   add_int
    49  0002e0      50                   add_int
    50  0002e8      51                   add_int
    51  0002f0      52                   add_int
    52  0002f8      53                   add_int
    53  000300      54                   add_int
    54  000308      55                   add_int
    55  000310      56                   add_int
    56  000318      57                   add_int
    57  000320      58                   add_int
    58  000328      59                   add_int
    59  000330      60                   add_int
    60  000338      61                   add_int
    61  000340      62                   add_int
    62  000348      63                   add_int
    63  000350      64                   const_int 0
    64  000358      65                   greater_int  last
    65  000360     109  #2      SF-  condition                          expression_deep.json:5:1
    66  000368      67                   load_bool p
    67  000370      68                   load_bool p
    68  000378      69                   load_bool p
    69  000380      70                   load_bool p
    70  000388      71                   load_bool p
    71  000390      72                   load_bool p
    72  000398      73                   load_bool p
    73  0003a0      74                   load_bool p
    74  0003a8      75                   load_bool p
    75  0003b0      76                   load_bool p
    76  0003b8      77                   load_bool p
    77  0003c0      78                   load_bool p
    78  0003c8      79                   load_bool p
    79  0003d0      80                   load_bool p
    80  0003d8      81                   load_bool p
    81  0003e0      82                   load_bool p
    82  0003e8      83                   load_bool p
    83  0003f0      84                   load_bool p
    84  0003f8      85                   load_bool p
    85  000400      86                   load_bool p
    86  000408      87                   load_int a
    87  000410      88                   const_int 0
    88  000418      89                   greater_int
    89  000420      90                   and
    90  000428      91                   and
    91  000430      92                   and
    92  000438      93                   and
    93  000440      94                   and
    94  000448      95                   and
    95  000450      96                   and
    96  000458      97                   and
    97  000460      98                   and
    98  000468      99                   and
    99  000470     100                   and
   100  000478     101                   and
   101  000480     102                   and
   102  000488     103                   and
   103  000490     104                   and
   104  000498     105                   and
   105  0004a0     106                   and
   106  0004a8     107                   and
   107  0004b0     108                   and
   108  0004b8     109                   and  last
   109  0004c0     113  #3      SF-  condition                          expression_deep.json:6:1
   110  0004c8     111                   load_int a
   111  0004d0     112                   const_int 1
   112  0004d8     113                   equal_int  last
   113  0004e0     127  #4      SF-  condition                          expression_deep.json:7:1
   114  0004e8     115                   load_bool p
   115  0004f0     116                   load_bool p
   116  0004f8     117                   load_int a
   117  000500     118                   load_int a
   118  000508     119                   load_int a
   119  000510     120                   load_int a
   120  000518     121                   load_int a
   121  000520     122                   multiply_int
   122  000528     123                   subtract_int
   123  000530     124                   add_int
   124  000538     125                   greater_int
   125  000540     126                   equal_bool
   126  000548     127                   equal_bool  last
   127  000550     129                 init a
   128  000558     129                   const_int 1  last
   129  000560     131                 init p
   130  000568     131                   const_bool true  last
