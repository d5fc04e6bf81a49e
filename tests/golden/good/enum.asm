shape "enum", version 3, 2416 bytes

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
     0  000158     120  #0      SFR  sequence                           enum.json:17:11
     1  000160      13  #1      SF-  condition                          enum.json:18:5
     2  000168       3                   load_enum mode
     3  000170       4                   const_enum 'chase'
     4  000178       5                   equal_enum
     5  000180       6                   shared_enum weather
     6  000188       7                   const_enum 'dry'
     7  000190       8                   unequal_enum
     8  000198       9                   and
     9  0001a0      10                   load_enum many
    10  0001a8      11                   const_enum 'w9'
    11  0001b0      12                   unequal_enum
    12  0001b8      13                   and  last
    13  0001c0      21  #2      SF-  condition                          enum.json:19:5
    14  0001c8      15                   load_enum mode
    15  0001d0      16                   load_enum before
    16  0001d8      17                   equal_enum
    17  0001e0      18                   load_enum before
    18  0001e8      19                   load_enum next
    19  0001f0      20                   unequal_enum
    20  0001f8      21                   unequal_bool  last
    21  000200      30  #3      SF-  condition                          enum.json:20:5
    22  000208      23                   load_int n
    23  000210      24                   const_int 3
    24  000218      25                   greater_int
    25  000220      26                   const_enum 'flee'
    26  000228      27                   const_enum 'idle'
    27  000230      28                   select_enum
    28  000238      29                   load_enum mode
    29  000240      30                   equal_enum  last
    30  000248      43  #4      S--  set n                              enum.json:21:5
    31  000250      32                   load_enum next
    32  000258      33                   enum_to_int
    33  000260      34                   const_int 10
    34  000268      35                   multiply_int
    35  000270      36                   load_enum mode
    36  000278      37                   load_enum before
    37  000280      38                   equal_enum
    38  000288      39                   bool_to_int
    39  000290      40                   add_int
    40  000298      41                   load_enum color
    41  0002a0      42                   enum_to_int
    42  0002a8      43                   add_int  last
    43  0002b0      55  #5      S--  set mode                           enum.json:22:5
    44  0002b8      45                   load_int n
    45  0002c0      46                   const_int 3
    46  0002c8      47                   greater_int
    47  0002d0      48                   load_int n
    48  0002d8      49                   const_int 50
    49  0002e0      50                   greater_int
    50  0002e8      51                   const_enum 'idle'
    51  0002f0      52                   const_enum 'flee'
    52  0002f8      53                   select_enum
    53  000300      54                   load_enum before
    54  000308      55                   select_enum  last
    55  000310      57  #6      S--  set before                         enum.json:23:5
    56  000318      57                   load_enum mode  last
    57  000320      59  #7      S--  set next                           enum.json:24:5
    58  000328      59                   const_enum 'idle'  last
    59  000330      74  #8      SF-  decide first 68                    enum.json:25:5
    60  000338      68                   call see  last
    61  000340      68                 argument mode
    62  000348      63                   load_int n
    63  000350      64                   const_int 1
    64  000358      65                   greater_int
    65  000360      66                   const_enum 'flee'
    66  000368      67                   load_enum mode
    67  000370      68                   select_enum  last
    68  000378      74  #9      SF-  condition                          enum.json:25:93
    69  000380      70                   load_enum mode
    70  000388      71                   enum_to_int
    71  000390      72                   int_to_float
    72  000398      73                   const_float 0.5
    73  0003a0      74                   greater_float  last
    74  0003a8      85  #10     SFR  action paint                       enum.json:26:5
    75  0003b0      77                 argument with
    76  0003b8      77                   const_enum 'mode'  last
    77  0003c0      84                 argument as
    78  0003c8      79                   load_int n
    79  0003d0      80                   const_int 1
    80  0003d8      81                   greater_int
    81  0003e0      82                   const_enum 'left'
    82  0003e8      83                   const_enum 'right'
    83  0003f0      84                   select_enum  last
    84  0003f8      85                 argument into = next
    85  000400      88  #11     SFR  action draw                        enum.json:27:5
    86  000408      88                 argument way
    87  000410      88                   load_enum mode  last
    88  000418      91  #12     SFR  action draw                        enum.json:28:5
    89  000420      91                 argument way
    90  000428      91                   const_enum 'flee'  last
    91  000430     102  #13     SF-  condition                          enum.json:16:55
    92  000438      93                   load_enum mode
    93  000440      94                   load_enum before
    94  000448      95                   equal_enum
    95  000450      96                   const_bool true
    96  000458      97                   const_enum 'idle'
    97  000460      98                   load_enum mode
    98  000468      99                   select_enum
    99  000470     100                   const_enum 'flee'
   100  000478     101                   equal_enum
   101  000480     102                   or  last
   102  000488     113  #14     SF-  condition                          enum.json:16:55
   103  000490     104                   const_bool false
   104  000498     105                   load_enum mode
   105  0004a0     106                   const_enum 'idle'
   106  0004a8     107                   select_enum
   107  0004b0     108                   load_enum before
   108  0004b8     109                   equal_enum
   109  0004c0     110                   load_enum mode
   110  0004c8     111                   const_enum 'flee'
   111  0004d0     112                   equal_enum
   112  0004d8     113                   or  last
   113  0004e0     120  #15     SFR  deferred go                        enum.json:31:5
   114  0004e8       -                 resource none
   115  0004f0     117                 argument way
   116  0004f8     117                   load_enum mode  last
   117  000500     120                 argument n
   118  000508     119                   load_enum mode
   119  000510     120                   enum_to_int  last
   120  000518     122                 init mode
   121  000520     122                   const_enum 'chase'  last
   122  000528     129                 init next
   123  000530     124                   load_enum before
   124  000538     125                   const_enum 'idle'
   125  000540     126                   equal_enum
   126  000548     127                   const_enum 'flee'
   127  000550     128                   load_enum mode
   128  000558     129                   select_enum  last
   129  000560     131                 init color
   130  000568     131                   const_enum 'mode'  last
   131  000570     133                 init weather
   132  000578     133                   const_enum 'wet'  last
