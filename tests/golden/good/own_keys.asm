shape "own_keys", version 3, 3624 bytes

specification
  items        163 (tree 103, init 60)
  nodes        37
  columns      31 number, 6 bool
  shared       0 number, 0 bool
  live         0 of 0 items
  slots        0 bit, 0 word, 0 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       3
  stacks       2 number, 1 bool
  shuffle      0
  draws        yes
  hosts        0
  visits       28

keys (column, type, name)
      0  int    n
      1  vec2   home
      3  int    count/n
      4  vec2   count/where
     31  bool   count/seen
      6  float  count/plain
      7  int    count#2/n
      8  vec2   count#2/where
     32  bool   count#2/seen
     10  float  count#2/plain
     11  int    plain#2/n
     12  vec2   plain#2/where
     33  bool   plain#2/seen
     14  float  plain#2/plain
     15  vec2   outer/mine
     17  int    outer/in/n
     18  vec2   outer/in/where
     34  bool   outer/in/seen
     20  float  outer/in/plain
     21  int    outer/count/n
     22  vec2   outer/count/where
     35  bool   outer/count/seen
     24  float  outer/count/plain
     25  vec2   outer#2/mine
     27  int    outer/in#2/n
     28  vec2   outer/in#2/where
     36  bool   outer/in#2/seen
     30  float  outer/in#2/plain

items
 index  offset     end  node    can  operation
     0  000158     103  #0      SF-  sequence                           own_keys.json:21:11
     1  000160      15  #1      S--  sequence                           own_keys.json:12:15
     2  000168       6  #2      S--  set count/n                        own_keys.json:13:9
     3  000170       4                   load_int count/n
     4  000178       5                   const_int 1
     5  000180       6                   add_int  last
     6  000188       8  #3      S--  set home.x                         own_keys.json:13:55
     7  000190       8                   load_float count/where.y  last
     8  000198      12  #4      S--  set count/seen                     own_keys.json:14:9
     9  0001a0      10                   load_int count/n
    10  0001a8      11                   const_int 3
    11  0001b0      12                   greater_int  last
    12  0001b8      15  #5      S--  set count/plain                    own_keys.json:14:58
    13  0001c0      14                   load_vec2 count/where
    14  0001c8      15                   length  last
    15  0001d0      29  #6      S--  sequence                           own_keys.json:12:15
    16  0001d8      20  #7      S--  set count#2/n                      own_keys.json:13:9
    17  0001e0      18                   load_int count#2/n
    18  0001e8      19                   const_int 1
    19  0001f0      20                   add_int  last
    20  0001f8      22  #8      S--  set home.x                         own_keys.json:13:55
    21  000200      22                   load_float count#2/where.y  last
    22  000208      26  #9      S--  set count#2/seen                   own_keys.json:14:9
    23  000210      24                   load_int count#2/n
    24  000218      25                   const_int 3
    25  000220      26                   greater_int  last
    26  000228      29  #10     S--  set count#2/plain                  own_keys.json:14:58
    27  000230      28                   load_vec2 count#2/where
    28  000238      29                   length  last
    29  000240      33  #11     SF-  condition                          own_keys.json:19:24
    30  000248      31                   load_int n
    31  000250      32                   const_int 3
    32  000258      33                   greater_int  last
    33  000260      47  #12     S--  sequence  "plain"                  own_keys.json:12:15
    34  000268      38  #13     S--  set plain#2/n                      own_keys.json:13:9
    35  000270      36                   load_int plain#2/n
    36  000278      37                   const_int 1
    37  000280      38                   add_int  last
    38  000288      40  #14     S--  set home.x                         own_keys.json:13:55
    39  000290      40                   load_float plain#2/where.y  last
    40  000298      44  #15     S--  set plain#2/seen                   own_keys.json:14:9
    41  0002a0      42                   load_int plain#2/n
    42  0002a8      43                   const_int 3
    43  0002b0      44                   greater_int  last
    44  0002b8      47  #16     S--  set plain#2/plain                  own_keys.json:14:58
    45  0002c0      46                   load_vec2 plain#2/where
    46  0002c8      47                   length  last
    47  0002d0      80  #17     SF-  sequence  "outer"                  own_keys.json:15:97
    48  0002d8      62  #18     S--  sequence  "in"                     own_keys.json:12:15
    49  0002e0      53  #19     S--  set outer/in/n                     own_keys.json:13:9
    50  0002e8      51                   load_int outer/in/n
    51  0002f0      52                   const_int 1
    52  0002f8      53                   add_int  last
    53  000300      55  #20     S--  set outer/mine.x                   own_keys.json:13:55
    54  000308      55                   load_float outer/in/where.y  last
    55  000310      59  #21     S--  set outer/in/seen                  own_keys.json:14:9
    56  000318      57                   load_int outer/in/n
    57  000320      58                   const_int 3
    58  000328      59                   greater_int  last
    59  000330      62  #22     S--  set outer/in/plain                 own_keys.json:14:58
    60  000338      61                   load_vec2 outer/in/where
    61  000340      62                   length  last
    62  000348      76  #23     S--  sequence                           own_keys.json:12:15
    63  000350      67  #24     S--  set outer/count/n                  own_keys.json:13:9
    64  000358      65                   load_int outer/count/n
    65  000360      66                   const_int 1
    66  000368      67                   add_int  last
    67  000370      69  #25     S--  set home.x                         own_keys.json:13:55
    68  000378      69                   load_float outer/count/where.y  last
    69  000380      73  #26     S--  set outer/count/seen               own_keys.json:14:9
    70  000388      71                   load_int outer/count/n
    71  000390      72                   const_int 3
    72  000398      73                   greater_int  last
    73  0003a0      76  #27     S--  set outer/count/plain              own_keys.json:14:58
    74  0003a8      75                   load_vec2 outer/count/where
    75  0003b0      76                   length  last
    76  0003b8      80  #28     SF-  condition                          own_keys.json:19:24
    77  0003c0      78                   load_int n
    78  0003c8      79                   const_int 3
    79  0003d0      80                   greater_int  last
    80  0003d8     103  #29     SF-  sequence  "outer"                  own_keys.json:15:97
    81  0003e0      95  #30     S--  sequence  "in"                     own_keys.json:12:15
    82  0003e8      86  #31     S--  set outer/in#2/n                   own_keys.json:13:9
    83  0003f0      84                   load_int outer/in#2/n
    84  0003f8      85                   const_int 1
    85  000400      86                   add_int  last
    86  000408      88  #32     S--  set outer#2/mine.x                 own_keys.json:13:55
    87  000410      88                   load_float outer/in#2/where.y  last
    88  000418      92  #33     S--  set outer/in#2/seen                own_keys.json:14:9
    89  000420      90                   load_int outer/in#2/n
    90  000428      91                   const_int 3
    91  000430      92                   greater_int  last
    92  000438      95  #34     S--  set outer/in#2/plain               own_keys.json:14:58
    93  000440      94                   load_vec2 outer/in#2/where
    94  000448      95                   length  last
    95  000450      99  #35     S--  set n                              own_keys.json:27:77
    96  000458      97                   load_int n
    97  000460      98                   const_int 1
    98  000468      99                   add_int  last
    99  000470     103  #36     SF-  condition                          own_keys.json:19:24
   100  000478     101                   load_int n
   101  000480     102                   const_int 3
   102  000488     103                   greater_int  last
   103  000490     105                 init n
   104  000498     105                   const_int 3  last
   105  0004a0     107                 init home.x
   106  0004a8     107                   const_float 1.0  last
   107  0004b0     109                 init home.y
   108  0004b8     109                   const_float 2.0  last
   109  0004c0     111                 init count/n
   110  0004c8     111                   const_int 2  last
   111  0004d0     116                 init count/where.x
   112  0004d8     113                   load_float home.x
   113  0004e0     114                   load_int count/n
   114  0004e8     115                   int_to_float
   115  0004f0     116                   add_float  last
   116  0004f8     118                 init count/where.y
   117  000500     118                   rand  last
   118  000508     120                 init count#2/n
   119  000510     120                   const_int 14  last
   120  000518     125                 init count#2/where.x
   121  000520     122                   load_float home.x
   122  000528     123                   load_int count#2/n
   123  000530     124                   int_to_float
   124  000538     125                   add_float  last
   125  000540     127                 init count#2/where.y
   126  000548     127                   rand  last
   127  000550     129                 init plain#2/n
   128  000558     129                   const_int 2  last
   129  000560     134                 init plain#2/where.x
   130  000568     131                   load_float home.x
   131  000570     132                   load_int plain#2/n
   132  000578     133                   int_to_float
   133  000580     134                   add_float  last
   134  000588     136                 init plain#2/where.y
   135  000590     136                   rand  last
   136  000598     138                 init outer/in/n
   137  0005a0     138                   const_int 4  last
   138  0005a8     143                 init outer/in/where.x
   139  0005b0     140                   load_float outer/mine.x
   140  0005b8     141                   load_int outer/in/n
   141  0005c0     142                   int_to_float
   142  0005c8     143                   add_float  last
   143  0005d0     145                 init outer/in/where.y
   144  0005d8     145                   rand  last
   145  0005e0     147                 init outer/count/n
   146  0005e8     147                   const_int 2  last
   147  0005f0     152                 init outer/count/where.x
   148  0005f8     149                   load_float home.x
   149  000600     150                   load_int outer/count/n
   150  000608     151                   int_to_float
   151  000610     152                   add_float  last
   152  000618     154                 init outer/count/where.y
   153  000620     154                   rand  last
   154  000628     156                 init outer/in#2/n
   155  000630     156                   const_int 4  last
   156  000638     161                 init outer/in#2/where.x
   157  000640     158                   load_float outer#2/mine.x
   158  000648     159                   load_int outer/in#2/n
   159  000650     160                   int_to_float
   160  000658     161                   add_float  last
   161  000660     163                 init outer/in#2/where.y
   162  000668     163                   rand  last
