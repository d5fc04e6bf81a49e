shape "expression_precedence", version 4, 1976 bytes

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
     0  000168     115  #0      SF-  sequence                           expression_precedence.json:3:8
     1  000170       9  #1      SF-  condition                          expression_precedence.json:4:1
     2  000178       3                   load_int a
     3  000180       4                   load_int b
     4  000188       5                   load_int c
     5  000190       6                   multiply_int
     6  000198       7                   add_int
     7  0001a0       8                   const_int 7
     8  0001a8       9                   equal_int  last
     9  0001b0      17  #2      SF-  condition                          expression_precedence.json:5:1
    10  0001b8      11                   load_int a
    11  0001c0      12                   load_int b
    12  0001c8      13                   add_int
    13  0001d0      14                   load_int c
    14  0001d8      15                   multiply_int
    15  0001e0      16                   const_int 9
    16  0001e8      17                   equal_int  last
    17  0001f0      25  #3      SF-  condition                          expression_precedence.json:6:1
    18  0001f8      19                   load_int a
    19  000200      20                   load_int b
    20  000208      21                   subtract_int
    21  000210      22                   load_int c
    22  000218      23                   subtract_int
    23  000220      24                   const_int 0
    24  000228      25                   less_int  last
    25  000230      33  #4      SF-  condition                          expression_precedence.json:7:1
    26  000238      27                   load_int a
    27  000240      28                   load_int b
    28  000248      29                   load_int c
    29  000250      30                   subtract_int
    30  000258      31                   subtract_int
    31  000260      32                   const_int 0
    32  000268      33                   greater_int  last
    33  000270      45  #5      SF-  condition                          expression_precedence.json:8:1
    34  000278      35                   load_int a
    35  000280      36                   load_int b
    36  000288      37                   load_int c
    37  000290      38                   multiply_int
    38  000298      39                   divide_int
    39  0002a0      40                   load_int a
    40  0002a8      41                   load_int b
    41  0002b0      42                   divide_int
    42  0002b8      43                   load_int c
    43  0002c0      44                   divide_int
    44  0002c8      45                   equal_int  last
    45  0002d0      55  #6      SF-  condition                          expression_precedence.json:9:1
    46  0002d8      47                   load_int a
    47  0002e0      48                   load_int b
    48  0002e8      49                   add_int
    49  0002f0      50                   negate_int
    50  0002f8      51                   load_int a
    51  000300      52                   negate_int
    52  000308      53                   load_int b
    53  000310      54                   add_int
    54  000318      55                   less_int  last
    55  000320      62  #7      SF-  condition                          expression_precedence.json:10:1
    56  000328      57                   load_bool p
    57  000330      58                   load_bool q
    58  000338      59                   and
    59  000340      60                   not
    60  000348      61                   load_bool r
    61  000350      62                   or  last
    62  000358      69  #8      SF-  condition                          expression_precedence.json:11:1
    63  000360      64                   load_bool p
    64  000368      65                   not
    65  000370      66                   load_bool q
    66  000378      67                   load_bool r
    67  000380      68                   or
    68  000388      69                   and  last
    69  000390      75  #9      SF-  condition                          expression_precedence.json:12:1
    70  000398      71                   load_bool p
    71  0003a0      72                   load_bool q
    72  0003a8      73                   or
    73  0003b0      74                   load_bool r
    74  0003b8      75                   and  last
    75  0003c0      86  #10     SF-  condition                          expression_precedence.json:13:1
    76  0003c8      77                   load_bool p
    77  0003d0      78                   load_bool q
    78  0003d8      79                   load_bool r
    79  0003e0      80                   select_bool
    80  0003e8      81                   load_bool p
    81  0003f0      82                   load_bool q
    82  0003f8      83                   load_bool r
    83  000400      84                   load_bool p
    84  000408      85                   select_bool
    85  000410      86                   select_bool  last
    86  000418      92  #11     SF-  condition                          expression_precedence.json:14:1
    87  000420      88                   load_bool p
    88  000428      89                   load_int a
    89  000430      90                   load_int b
    90  000438      91                   less_int
    91  000440      92                   equal_bool  last
    92  000448     100  #12     SF-  condition                          expression_precedence.json:15:1
    93  000450      94                   load_int a
    94  000458      95                   load_int b
    95  000460      96                   less_int
    96  000468      97                   load_int b
    97  000470      98                   load_int c
    98  000478      99                   less_int
    99  000480     100                   unequal_bool  last
   100  000488     115  #13     SF-  condition                          expression_precedence.json:16:1
   101  000490     102                   load_int a
   102  000498     103                   load_int b
   103  0004a0     104                   modulo_int
   104  0004a8     105                   load_int c
   105  0004b0     106                   multiply_int
   106  0004b8     107                   load_int c
   107  0004c0     108                   negate_int
   108  0004c8     109                   subtract_int
   109  0004d0     110                   load_int a
   110  0004d8     111                   load_int b
   111  0004e0     112                   load_int c
   112  0004e8     113                   modulo_int
   113  0004f0     114                   multiply_int
   114  0004f8     115                   greater_equal_int  last
   115  000500     117                 init a
   116  000508     117                   const_int 1  last
   117  000510     119                 init b
   118  000518     119                   const_int 2  last
   119  000520     121                 init c
   120  000528     121                   const_int 3  last
   121  000530     123                 init p
   122  000538     123                   const_bool true  last
   123  000540     125                 init r
   124  000548     125                   const_bool true  last
