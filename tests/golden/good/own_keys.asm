shape "own_keys", version 4, 3752 bytes

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
     0  000168     103  #0      SF-  sequence                           own_keys.json:21:11
     1  000170      15  #1      S--  sequence                           own_keys.json:12:15
     2  000178       6  #2      S--  set count/n                        own_keys.json:13:9
     3  000180       4                   load_int count/n
     4  000188       5                   const_int 1
     5  000190       6                   add_int  last
     6  000198       8  #3      S--  set home.x                         own_keys.json:13:55
     7  0001a0       8                   load_float count/where.y  last
     8  0001a8      12  #4      S--  set count/seen                     own_keys.json:14:9
     9  0001b0      10                   load_int count/n
    10  0001b8      11                   const_int 3
    11  0001c0      12                   greater_int  last
    12  0001c8      15  #5      S--  set count/plain                    own_keys.json:14:58
    13  0001d0      14                   load_vec2 count/where
    14  0001d8      15                   length  last
    15  0001e0      29  #6      S--  sequence                           own_keys.json:12:15
    16  0001e8      20  #7      S--  set count#2/n                      own_keys.json:13:9
    17  0001f0      18                   load_int count#2/n
    18  0001f8      19                   const_int 1
    19  000200      20                   add_int  last
    20  000208      22  #8      S--  set home.x                         own_keys.json:13:55
    21  000210      22                   load_float count#2/where.y  last
    22  000218      26  #9      S--  set count#2/seen                   own_keys.json:14:9
    23  000220      24                   load_int count#2/n
    24  000228      25                   const_int 3
    25  000230      26                   greater_int  last
    26  000238      29  #10     S--  set count#2/plain                  own_keys.json:14:58
    27  000240      28                   load_vec2 count#2/where
    28  000248      29                   length  last
    29  000250      33  #11     SF-  condition                          own_keys.json:19:24
    30  000258      31                   load_int n
    31  000260      32                   const_int 3
    32  000268      33                   greater_int  last
    33  000270      47  #12     S--  sequence  "plain"                  own_keys.json:12:15
    34  000278      38  #13     S--  set plain#2/n                      own_keys.json:13:9
    35  000280      36                   load_int plain#2/n
    36  000288      37                   const_int 1
    37  000290      38                   add_int  last
    38  000298      40  #14     S--  set home.x                         own_keys.json:13:55
    39  0002a0      40                   load_float plain#2/where.y  last
    40  0002a8      44  #15     S--  set plain#2/seen                   own_keys.json:14:9
    41  0002b0      42                   load_int plain#2/n
    42  0002b8      43                   const_int 3
    43  0002c0      44                   greater_int  last
    44  0002c8      47  #16     S--  set plain#2/plain                  own_keys.json:14:58
    45  0002d0      46                   load_vec2 plain#2/where
    46  0002d8      47                   length  last
    47  0002e0      80  #17     SF-  sequence  "outer"                  own_keys.json:15:97
    48  0002e8      62  #18     S--  sequence  "in"                     own_keys.json:12:15
    49  0002f0      53  #19     S--  set outer/in/n                     own_keys.json:13:9
    50  0002f8      51                   load_int outer/in/n
    51  000300      52                   const_int 1
    52  000308      53                   add_int  last
    53  000310      55  #20     S--  set outer/mine.x                   own_keys.json:13:55
    54  000318      55                   load_float outer/in/where.y  last
    55  000320      59  #21     S--  set outer/in/seen                  own_keys.json:14:9
    56  000328      57                   load_int outer/in/n
    57  000330      58                   const_int 3
    58  000338      59                   greater_int  last
    59  000340      62  #22     S--  set outer/in/plain                 own_keys.json:14:58
    60  000348      61                   load_vec2 outer/in/where
    61  000350      62                   length  last
    62  000358      76  #23     S--  sequence                           own_keys.json:12:15
    63  000360      67  #24     S--  set outer/count/n                  own_keys.json:13:9
    64  000368      65                   load_int outer/count/n
    65  000370      66                   const_int 1
    66  000378      67                   add_int  last
    67  000380      69  #25     S--  set home.x                         own_keys.json:13:55
    68  000388      69                   load_float outer/count/where.y  last
    69  000390      73  #26     S--  set outer/count/seen               own_keys.json:14:9
    70  000398      71                   load_int outer/count/n
    71  0003a0      72                   const_int 3
    72  0003a8      73                   greater_int  last
    73  0003b0      76  #27     S--  set outer/count/plain              own_keys.json:14:58
    74  0003b8      75                   load_vec2 outer/count/where
    75  0003c0      76                   length  last
    76  0003c8      80  #28     SF-  condition                          own_keys.json:19:24
    77  0003d0      78                   load_int n
    78  0003d8      79                   const_int 3
    79  0003e0      80                   greater_int  last
    80  0003e8     103  #29     SF-  sequence  "outer"                  own_keys.json:15:97
    81  0003f0      95  #30     S--  sequence  "in"                     own_keys.json:12:15
    82  0003f8      86  #31     S--  set outer/in#2/n                   own_keys.json:13:9
    83  000400      84                   load_int outer/in#2/n
    84  000408      85                   const_int 1
    85  000410      86                   add_int  last
    86  000418      88  #32     S--  set outer#2/mine.x                 own_keys.json:13:55
    87  000420      88                   load_float outer/in#2/where.y  last
    88  000428      92  #33     S--  set outer/in#2/seen                own_keys.json:14:9
    89  000430      90                   load_int outer/in#2/n
    90  000438      91                   const_int 3
    91  000440      92                   greater_int  last
    92  000448      95  #34     S--  set outer/in#2/plain               own_keys.json:14:58
    93  000450      94                   load_vec2 outer/in#2/where
    94  000458      95                   length  last
    95  000460      99  #35     S--  set n                              own_keys.json:27:77
    96  000468      97                   load_int n
    97  000470      98                   const_int 1
    98  000478      99                   add_int  last
    99  000480     103  #36     SF-  condition                          own_keys.json:19:24
   100  000488     101                   load_int n
   101  000490     102                   const_int 3
   102  000498     103                   greater_int  last
   103  0004a0     105                 init n
   104  0004a8     105                   const_int 3  last
   105  0004b0     107                 init home.x
   106  0004b8     107                   const_float 1.0  last
   107  0004c0     109                 init home.y
   108  0004c8     109                   const_float 2.0  last
   109  0004d0     111                 init count/n
   110  0004d8     111                   const_int 2  last
   111  0004e0     116                 init count/where.x
   112  0004e8     113                   load_float home.x
   113  0004f0     114                   load_int count/n
   114  0004f8     115                   int_to_float
   115  000500     116                   add_float  last
   116  000508     118                 init count/where.y
   117  000510     118                   rand  last
   118  000518     120                 init count#2/n
   119  000520     120                   const_int 14  last
   120  000528     125                 init count#2/where.x
   121  000530     122                   load_float home.x
   122  000538     123                   load_int count#2/n
   123  000540     124                   int_to_float
   124  000548     125                   add_float  last
   125  000550     127                 init count#2/where.y
   126  000558     127                   rand  last
   127  000560     129                 init plain#2/n
   128  000568     129                   const_int 2  last
   129  000570     134                 init plain#2/where.x
   130  000578     131                   load_float home.x
   131  000580     132                   load_int plain#2/n
   132  000588     133                   int_to_float
   133  000590     134                   add_float  last
   134  000598     136                 init plain#2/where.y
   135  0005a0     136                   rand  last
   136  0005a8     138                 init outer/in/n
   137  0005b0     138                   const_int 4  last
   138  0005b8     143                 init outer/in/where.x
   139  0005c0     140                   load_float outer/mine.x
   140  0005c8     141                   load_int outer/in/n
   141  0005d0     142                   int_to_float
   142  0005d8     143                   add_float  last
   143  0005e0     145                 init outer/in/where.y
   144  0005e8     145                   rand  last
   145  0005f0     147                 init outer/count/n
   146  0005f8     147                   const_int 2  last
   147  000600     152                 init outer/count/where.x
   148  000608     149                   load_float home.x
   149  000610     150                   load_int outer/count/n
   150  000618     151                   int_to_float
   151  000620     152                   add_float  last
   152  000628     154                 init outer/count/where.y
   153  000630     154                   rand  last
   154  000638     156                 init outer/in#2/n
   155  000640     156                   const_int 4  last
   156  000648     161                 init outer/in#2/where.x
   157  000650     158                   load_float outer#2/mine.x
   158  000658     159                   load_int outer/in#2/n
   159  000660     160                   int_to_float
   160  000668     161                   add_float  last
   161  000670     163                 init outer/in#2/where.y
   162  000678     163                   rand  last
