shape "expression_precedence", version 3, 1936 bytes

specification
  items        125 (tree 115, init 10)
  nodes        14
  columns      3 number, 3 bool
  shared       0 number, 0 bool
  live         0 of 0 items
  slots        0 bit, 0 word, 0 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       1
  stacks       4 number, 5 bool
  shuffle      0
  draws        no
  hosts        0
  visits       13

keys (column, type, name)
      0  int    a
      1  int    b
      2  int    c
      3  bool   p
      4  bool   q
      5  bool   r

items
 index  offset     end  node    can  operation
     0  000158     115  #0      SF-  sequence                           expression_precedence.json:3:8
     1  000160       9  #1      SF-  condition                          expression_precedence.json:4:1
     2  000168       3                   load_int a
     3  000170       4                   load_int b
     4  000178       5                   load_int c
     5  000180       6                   multiply_int
     6  000188       7                   add_int
     7  000190       8                   const_int 7
     8  000198       9                   equal_int  last
     9  0001a0      17  #2      SF-  condition                          expression_precedence.json:5:1
    10  0001a8      11                   load_int a
    11  0001b0      12                   load_int b
    12  0001b8      13                   add_int
    13  0001c0      14                   load_int c
    14  0001c8      15                   multiply_int
    15  0001d0      16                   const_int 9
    16  0001d8      17                   equal_int  last
    17  0001e0      25  #3      SF-  condition                          expression_precedence.json:6:1
    18  0001e8      19                   load_int a
    19  0001f0      20                   load_int b
    20  0001f8      21                   subtract_int
    21  000200      22                   load_int c
    22  000208      23                   subtract_int
    23  000210      24                   const_int 0
    24  000218      25                   less_int  last
    25  000220      33  #4      SF-  condition                          expression_precedence.json:7:1
    26  000228      27                   load_int a
    27  000230      28                   load_int b
    28  000238      29                   load_int c
    29  000240      30                   subtract_int
    30  000248      31                   subtract_int
    31  000250      32                   const_int 0
    32  000258      33                   greater_int  last
    33  000260      45  #5      SF-  condition                          expression_precedence.json:8:1
    34  000268      35                   load_int a
    35  000270      36                   load_int b
    36  000278      37                   load_int c
    37  000280      38                   multiply_int
    38  000288      39                   divide_int
    39  000290      40                   load_int a
    40  000298      41                   load_int b
    41  0002a0      42                   divide_int
    42  0002a8      43                   load_int c
    43  0002b0      44                   divide_int
    44  0002b8      45                   equal_int  last
    45  0002c0      55  #6      SF-  condition                          expression_precedence.json:9:1
    46  0002c8      47                   load_int a
    47  0002d0      48                   load_int b
    48  0002d8      49                   add_int
    49  0002e0      50                   negate_int
    50  0002e8      51                   load_int a
    51  0002f0      52                   negate_int
    52  0002f8      53                   load_int b
    53  000300      54                   add_int
    54  000308      55                   less_int  last
    55  000310      62  #7      SF-  condition                          expression_precedence.json:10:1
    56  000318      57                   load_bool p
    57  000320      58                   load_bool q
    58  000328      59                   and
    59  000330      60                   not
    60  000338      61                   load_bool r
    61  000340      62                   or  last
    62  000348      69  #8      SF-  condition                          expression_precedence.json:11:1
    63  000350      64                   load_bool p
    64  000358      65                   not
    65  000360      66                   load_bool q
    66  000368      67                   load_bool r
    67  000370      68                   or
    68  000378      69                   and  last
    69  000380      75  #9      SF-  condition                          expression_precedence.json:12:1
    70  000388      71                   load_bool p
    71  000390      72                   load_bool q
    72  000398      73                   or
    73  0003a0      74                   load_bool r
    74  0003a8      75                   and  last
    75  0003b0      86  #10     SF-  condition                          expression_precedence.json:13:1
    76  0003b8      77                   load_bool p
    77  0003c0      78                   load_bool q
    78  0003c8      79                   load_bool r
    79  0003d0      80                   select_bool
    80  0003d8      81                   load_bool p
    81  0003e0      82                   load_bool q
    82  0003e8      83                   load_bool r
    83  0003f0      84                   load_bool p
    84  0003f8      85                   select_bool
    85  000400      86                   select_bool  last
    86  000408      92  #11     SF-  condition                          expression_precedence.json:14:1
    87  000410      88                   load_bool p
    88  000418      89                   load_int a
    89  000420      90                   load_int b
    90  000428      91                   less_int
    91  000430      92                   equal_bool  last
    92  000438     100  #12     SF-  condition                          expression_precedence.json:15:1
    93  000440      94                   load_int a
    94  000448      95                   load_int b
    95  000450      96                   less_int
    96  000458      97                   load_int b
    97  000460      98                   load_int c
    98  000468      99                   less_int
    99  000470     100                   unequal_bool  last
   100  000478     115  #13     SF-  condition                          expression_precedence.json:16:1
   101  000480     102                   load_int a
   102  000488     103                   load_int b
   103  000490     104                   modulo_int
   104  000498     105                   load_int c
   105  0004a0     106                   multiply_int
   106  0004a8     107                   load_int c
   107  0004b0     108                   negate_int
   108  0004b8     109                   subtract_int
   109  0004c0     110                   load_int a
   110  0004c8     111                   load_int b
   111  0004d0     112                   load_int c
   112  0004d8     113                   modulo_int
   113  0004e0     114                   multiply_int
   114  0004e8     115                   greater_equal_int  last
   115  0004f0     117                 init a
   116  0004f8     117                   const_int 1  last
   117  000500     119                 init b
   118  000508     119                   const_int 2  last
   119  000510     121                 init c
   120  000518     121                   const_int 3  last
   121  000520     123                 init p
   122  000528     123                   const_bool true  last
   123  000530     125                 init r
   124  000538     125                   const_bool true  last
