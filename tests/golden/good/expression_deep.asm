shape "expression_deep", version 4, 1672 bytes

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
     0  000168     127  #0      SF-  sequence                           expression_deep.json:3:8
     1  000170      65  #1      SF-  condition                          expression_deep.json:4:1
     2  000178       3                   load_int a
     3  000180       4                   load_int a
     4  000188       5                   load_int a
     5  000190       6                   load_int a
     6  000198       7                   load_int a
     7  0001a0       8                   load_int a
     8  0001a8       9                   load_int a
     9  0001b0      10                   load_int a
    10  0001b8      11                   load_int a
    11  0001c0      12                   load_int a
    12  0001c8      13                   load_int a
    13  0001d0      14                   load_int a
    14  0001d8      15                   load_int a
    15  0001e0      16                   load_int a
    16  0001e8      17                   load_int a
    17  0001f0      18                   load_int a
    18  0001f8      19                   load_int a
    19  000200      20                   load_int a
    20  000208      21                   load_int a
    21  000210      22                   load_int a
    22  000218      23                   load_int a
    23  000220      24                   load_int a
    24  000228      25                   load_int a
    25  000230      26                   load_int a
    26  000238      27                   load_int a
    27  000240      28                   load_int a
    28  000248      29                   load_int a
    29  000250      30                   load_int a
    30  000258      31                   load_int a
    31  000260      32                   load_int a
    32  000268      33                   load_int a
    33  000270      34                   add_int
    34  000278      35                   add_int
    35  000280      36                   add_int
    36  000288      37                   add_int
    37  000290      38                   add_int
    38  000298      39                   add_int
    39  0002a0      40                   add_int
    40  0002a8      41                   add_int
    41  0002b0      42                   add_int
    42  0002b8      43                   add_int
    43  0002c0      44                   add_int
    44  0002c8      45                   add_int
    45  0002d0      46                   add_int
    46  0002d8      47                   add_int
    47  0002e0      48                   add_int
    48  0002e8      49                   add_int
    49  0002f0      50                   add_int
    50  0002f8      51                   add_int
    51  000300      52                   add_int
    52  000308      53                   add_int
    53  000310      54                   add_int
    54  000318      55                   add_int
    55  000320      56                   add_int
    56  000328      57                   add_int
    57  000330      58                   add_int
    58  000338      59                   add_int
    59  000340      60                   add_int
    60  000348      61                   add_int
    61  000350      62                   add_int
    62  000358      63                   add_int
    63  000360      64                   const_int 0
    64  000368      65                   greater_int  last
    65  000370     109  #2      SF-  condition                          expression_deep.json:5:1
    66  000378      67                   load_bool p
    67  000380      68                   load_bool p
    68  000388      69                   load_bool p
    69  000390      70                   load_bool p
    70  000398      71                   load_bool p
    71  0003a0      72                   load_bool p
    72  0003a8      73                   load_bool p
    73  0003b0      74                   load_bool p
    74  0003b8      75                   load_bool p
    75  0003c0      76                   load_bool p
    76  0003c8      77                   load_bool p
    77  0003d0      78                   load_bool p
    78  0003d8      79                   load_bool p
    79  0003e0      80                   load_bool p
    80  0003e8      81                   load_bool p
    81  0003f0      82                   load_bool p
    82  0003f8      83                   load_bool p
    83  000400      84                   load_bool p
    84  000408      85                   load_bool p
    85  000410      86                   load_bool p
    86  000418      87                   load_int a
    87  000420      88                   const_int 0
    88  000428      89                   greater_int
    89  000430      90                   and
    90  000438      91                   and
    91  000440      92                   and
    92  000448      93                   and
    93  000450      94                   and
    94  000458      95                   and
    95  000460      96                   and
    96  000468      97                   and
    97  000470      98                   and
    98  000478      99                   and
    99  000480     100                   and
   100  000488     101                   and
   101  000490     102                   and
   102  000498     103                   and
   103  0004a0     104                   and
   104  0004a8     105                   and
   105  0004b0     106                   and
   106  0004b8     107                   and
   107  0004c0     108                   and
   108  0004c8     109                   and  last
   109  0004d0     113  #3      SF-  condition                          expression_deep.json:6:1
   110  0004d8     111                   load_int a
   111  0004e0     112                   const_int 1
   112  0004e8     113                   equal_int  last
   113  0004f0     127  #4      SF-  condition                          expression_deep.json:7:1
   114  0004f8     115                   load_bool p
   115  000500     116                   load_bool p
   116  000508     117                   load_int a
   117  000510     118                   load_int a
   118  000518     119                   load_int a
   119  000520     120                   load_int a
   120  000528     121                   load_int a
   121  000530     122                   multiply_int
   122  000538     123                   subtract_int
   123  000540     124                   add_int
   124  000548     125                   greater_int
   125  000550     126                   equal_bool
   126  000558     127                   equal_bool  last
   127  000560     129                 init a
   128  000568     129                   const_int 1  last
   129  000570     131                 init p
   130  000578     131                   const_bool true  last
