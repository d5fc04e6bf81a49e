shape "expression_precedence", version 2, 1904 bytes

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
     0  000138     115  #0      SF-  sequence                           expression_precedence.json:3:8
     1  000140       9  #1      SF-  condition                          expression_precedence.json:4:1
     2  000148       3                   load_int a
     3  000150       4                   load_int b
     4  000158       5                   load_int c
     5  000160       6                   multiply_int
     6  000168       7                   add_int
     7  000170       8                   const_int 7
     8  000178       9                   equal_int  last
     9  000180      17  #2      SF-  condition                          expression_precedence.json:5:1
    10  000188      11                   load_int a
    11  000190      12                   load_int b
    12  000198      13                   add_int
    13  0001a0      14                   load_int c
    14  0001a8      15                   multiply_int
    15  0001b0      16                   const_int 9
    16  0001b8      17                   equal_int  last
    17  0001c0      25  #3      SF-  condition                          expression_precedence.json:6:1
    18  0001c8      19                   load_int a
    19  0001d0      20                   load_int b
    20  0001d8      21                   subtract_int
    21  0001e0      22                   load_int c
    22  0001e8      23                   subtract_int
    23  0001f0      24                   const_int 0
    24  0001f8      25                   less_int  last
    25  000200      33  #4      SF-  condition                          expression_precedence.json:7:1
    26  000208      27                   load_int a
    27  000210      28                   load_int b
    28  000218      29                   load_int c
    29  000220      30                   subtract_int
    30  000228      31                   subtract_int
    31  000230      32                   const_int 0
    32  000238      33                   greater_int  last
    33  000240      45  #5      SF-  condition                          expression_precedence.json:8:1
    34  000248      35                   load_int a
    35  000250      36                   load_int b
    36  000258      37                   load_int c
    37  000260      38                   multiply_int
    38  000268      39                   divide_int
    39  000270      40                   load_int a
    40  000278      41                   load_int b
    41  000280      42                   divide_int
    42  000288      43                   load_int c
    43  000290      44                   divide_int
    44  000298      45                   equal_int  last
    45  0002a0      55  #6      SF-  condition                          expression_precedence.json:9:1
    46  0002a8      47                   load_int a
    47  0002b0      48                   load_int b
    48  0002b8      49                   add_int
    49  0002c0      50                   negate_int
    50  0002c8      51                   load_int a
    51  0002d0      52                   negate_int
    52  0002d8      53                   load_int b
    53  0002e0      54                   add_int
    54  0002e8      55                   less_int  last
    55  0002f0      62  #7      SF-  condition                          expression_precedence.json:10:1
    56  0002f8      57                   load_bool p
    57  000300      58                   load_bool q
    58  000308      59                   and
    59  000310      60                   not
    60  000318      61                   load_bool r
    61  000320      62                   or  last
    62  000328      69  #8      SF-  condition                          expression_precedence.json:11:1
    63  000330      64                   load_bool p
    64  000338      65                   not
    65  000340      66                   load_bool q
    66  000348      67                   load_bool r
    67  000350      68                   or
    68  000358      69                   and  last
    69  000360      75  #9      SF-  condition                          expression_precedence.json:12:1
    70  000368      71                   load_bool p
    71  000370      72                   load_bool q
    72  000378      73                   or
    73  000380      74                   load_bool r
    74  000388      75                   and  last
    75  000390      86  #10     SF-  condition                          expression_precedence.json:13:1
    76  000398      77                   load_bool p
    77  0003a0      78                   load_bool q
    78  0003a8      79                   load_bool r
    79  0003b0      80                   select_bool
    80  0003b8      81                   load_bool p
    81  0003c0      82                   load_bool q
    82  0003c8      83                   load_bool r
    83  0003d0      84                   load_bool p
    84  0003d8      85                   select_bool
    85  0003e0      86                   select_bool  last
    86  0003e8      92  #11     SF-  condition                          expression_precedence.json:14:1
    87  0003f0      88                   load_bool p
    88  0003f8      89                   load_int a
    89  000400      90                   load_int b
    90  000408      91                   less_int
    91  000410      92                   equal_bool  last
    92  000418     100  #12     SF-  condition                          expression_precedence.json:15:1
    93  000420      94                   load_int a
    94  000428      95                   load_int b
    95  000430      96                   less_int
    96  000438      97                   load_int b
    97  000440      98                   load_int c
    98  000448      99                   less_int
    99  000450     100                   unequal_bool  last
   100  000458     115  #13     SF-  condition                          expression_precedence.json:16:1
   101  000460     102                   load_int a
   102  000468     103                   load_int b
   103  000470     104                   modulo_int
   104  000478     105                   load_int c
   105  000480     106                   multiply_int
   106  000488     107                   load_int c
   107  000490     108                   negate_int
   108  000498     109                   subtract_int
   109  0004a0     110                   load_int a
   110  0004a8     111                   load_int b
   111  0004b0     112                   load_int c
   112  0004b8     113                   modulo_int
   113  0004c0     114                   multiply_int
   114  0004c8     115                   greater_equal_int  last
   115  0004d0     117                 init a
   116  0004d8     117                   const_int 1  last
   117  0004e0     119                 init b
   118  0004e8     119                   const_int 2  last
   119  0004f0     121                 init c
   120  0004f8     121                   const_int 3  last
   121  000500     123                 init p
   122  000508     123                   const_bool true  last
   123  000510     125                 init r
   124  000518     125                   const_bool true  last
