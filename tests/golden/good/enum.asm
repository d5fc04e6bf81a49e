shape "enum", version 4, 2464 bytes

specification
  items        133 (tree 120, init 13)
  nodes        16
  columns      6 number, 0 bool
  shared       1 number, 0 bool
  live         1 of 4 items
  slots        0 bit, 0 word, 0 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       2
  stacks       3 number, 2 bool
  shuffle      0
  draws        no
  hosts        4
  visits       14

keys (column, type, name)
      0  enum 1  mode
      1  enum 1  before
      2  enum 1  next
      3  enum 2  color
      6  enum 3  weather, shared
      4  enum 4  many
      5  int    n

enums (number, words)
      1  idle, chase, flee
      2  red, mode, n
      3  dry, wet
      4  w0, w1, w2, w3, w4, w5, w6, w7, w8, w9
      5  left, right

hosts
      0  predicate  see(mode: enum 1)
      1  immediate  paint(with: enum 2, as: enum 5, into: key enum 1)
      2  immediate  draw(way: enum 1)
      3  deferred   go(way: enum 1, n: int)

items
 index  offset     end  node    can  operation
     0  000168     120  #0      SFR  sequence                           enum.json:17:11
     1  000170      13  #1      SF-  condition                          enum.json:18:5
     2  000178       3                   load_enum mode
     3  000180       4                   const_enum 'chase'
     4  000188       5                   equal_enum
     5  000190       6                   shared_enum weather
     6  000198       7                   const_enum 'dry'
     7  0001a0       8                   unequal_enum
     8  0001a8       9                   and
     9  0001b0      10                   load_enum many
    10  0001b8      11                   const_enum 'w9'
    11  0001c0      12                   unequal_enum
    12  0001c8      13                   and  last
    13  0001d0      21  #2      SF-  condition                          enum.json:19:5
    14  0001d8      15                   load_enum mode
    15  0001e0      16                   load_enum before
    16  0001e8      17                   equal_enum
    17  0001f0      18                   load_enum before
    18  0001f8      19                   load_enum next
    19  000200      20                   unequal_enum
    20  000208      21                   unequal_bool  last
    21  000210      30  #3      SF-  condition                          enum.json:20:5
    22  000218      23                   load_int n
    23  000220      24                   const_int 3
    24  000228      25                   greater_int
    25  000230      26                   const_enum 'flee'
    26  000238      27                   const_enum 'idle'
    27  000240      28                   select_enum
    28  000248      29                   load_enum mode
    29  000250      30                   equal_enum  last
    30  000258      43  #4      S--  set n                              enum.json:21:5
    31  000260      32                   load_enum next
    32  000268      33                   enum_to_int
    33  000270      34                   const_int 10
    34  000278      35                   multiply_int
    35  000280      36                   load_enum mode
    36  000288      37                   load_enum before
    37  000290      38                   equal_enum
    38  000298      39                   bool_to_int
    39  0002a0      40                   add_int
    40  0002a8      41                   load_enum color
    41  0002b0      42                   enum_to_int
    42  0002b8      43                   add_int  last
    43  0002c0      55  #5      S--  set mode                           enum.json:22:5
    44  0002c8      45                   load_int n
    45  0002d0      46                   const_int 3
    46  0002d8      47                   greater_int
    47  0002e0      48                   load_int n
    48  0002e8      49                   const_int 50
    49  0002f0      50                   greater_int
    50  0002f8      51                   const_enum 'idle'
    51  000300      52                   const_enum 'flee'
    52  000308      53                   select_enum
    53  000310      54                   load_enum before
    54  000318      55                   select_enum  last
    55  000320      57  #6      S--  set before                         enum.json:23:5
    56  000328      57                   load_enum mode  last
    57  000330      59  #7      S--  set next                           enum.json:24:5
    58  000338      59                   const_enum 'idle'  last
    59  000340      74  #8      SF-  decide first 68                    enum.json:25:5
    60  000348      68                   call see  last
    61  000350      68                 argument mode
    62  000358      63                   load_int n
    63  000360      64                   const_int 1
    64  000368      65                   greater_int
    65  000370      66                   const_enum 'flee'
    66  000378      67                   load_enum mode
    67  000380      68                   select_enum  last
    68  000388      74  #9      SF-  condition                          enum.json:25:93
    69  000390      70                   load_enum mode
    70  000398      71                   enum_to_int
    71  0003a0      72                   int_to_float
    72  0003a8      73                   const_float 0.5
    73  0003b0      74                   greater_float  last
    74  0003b8      85  #10     SFR  action paint                       enum.json:26:5
    75  0003c0      77                 argument with
    76  0003c8      77                   const_enum 'mode'  last
    77  0003d0      84                 argument as
    78  0003d8      79                   load_int n
    79  0003e0      80                   const_int 1
    80  0003e8      81                   greater_int
    81  0003f0      82                   const_enum 'left'
    82  0003f8      83                   const_enum 'right'
    83  000400      84                   select_enum  last
    84  000408      85                 argument into = next
    85  000410      88  #11     SFR  action draw                        enum.json:27:5
    86  000418      88                 argument way
    87  000420      88                   load_enum mode  last
    88  000428      91  #12     SFR  action draw                        enum.json:28:5
    89  000430      91                 argument way
    90  000438      91                   const_enum 'flee'  last
    91  000440     102  #13     SF-  condition                          enum.json:16:55
    92  000448      93                   load_enum mode
    93  000450      94                   load_enum before
    94  000458      95                   equal_enum
    95  000460      96                   const_bool true
    96  000468      97                   const_enum 'idle'
    97  000470      98                   load_enum mode
    98  000478      99                   select_enum
    99  000480     100                   const_enum 'flee'
   100  000488     101                   equal_enum
   101  000490     102                   or  last
   102  000498     113  #14     SF-  condition                          enum.json:16:55
   103  0004a0     104                   const_bool false
   104  0004a8     105                   load_enum mode
   105  0004b0     106                   const_enum 'idle'
   106  0004b8     107                   select_enum
   107  0004c0     108                   load_enum before
   108  0004c8     109                   equal_enum
   109  0004d0     110                   load_enum mode
   110  0004d8     111                   const_enum 'flee'
   111  0004e0     112                   equal_enum
   112  0004e8     113                   or  last
   113  0004f0     120  #15     SFR  deferred go                        enum.json:31:5
   114  0004f8       -                 resource none
   115  000500     117                 argument way
   116  000508     117                   load_enum mode  last
   117  000510     120                 argument n
   118  000518     119                   load_enum mode
   119  000520     120                   enum_to_int  last
   120  000528     122                 init mode
   121  000530     122                   const_enum 'chase'  last
   122  000538     129                 init next
   123  000540     124                   load_enum before
   124  000548     125                   const_enum 'idle'
   125  000550     126                   equal_enum
   126  000558     127                   const_enum 'flee'
   127  000560     128                   load_enum mode
   128  000568     129                   select_enum  last
   129  000570     131                 init color
   130  000578     131                   const_enum 'mode'  last
   131  000580     133                 init weather
   132  000588     133                   const_enum 'wet'  last
