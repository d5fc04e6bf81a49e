shape "own_keys", version 2, 3576 bytes

specification
  items        157 (tree 97, init 60)
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
     0  000158      97  #0      SF-  sequence                           own_keys.json:21:11
     1  000160      14  #1      S--  sequence                           own_keys.json:12:15
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
    12  0001b8      14  #5      S--  set count/plain                    own_keys.json:14:58
    13  0001c0      14                   length count/where  last
    14  0001c8      27  #6      S--  sequence                           own_keys.json:12:15
    15  0001d0      19  #7      S--  set count#2/n                      own_keys.json:13:9
    16  0001d8      17                   load_int count#2/n
    17  0001e0      18                   const_int 1
    18  0001e8      19                   add_int  last
    19  0001f0      21  #8      S--  set home.x                         own_keys.json:13:55
    20  0001f8      21                   load_float count#2/where.y  last
    21  000200      25  #9      S--  set count#2/seen                   own_keys.json:14:9
    22  000208      23                   load_int count#2/n
    23  000210      24                   const_int 3
    24  000218      25                   greater_int  last
    25  000220      27  #10     S--  set count#2/plain                  own_keys.json:14:58
    26  000228      27                   length count#2/where  last
    27  000230      31  #11     SF-  condition                          own_keys.json:19:24
    28  000238      29                   load_int n
    29  000240      30                   const_int 3
    30  000248      31                   greater_int  last
    31  000250      44  #12     S--  sequence  "plain"                  own_keys.json:12:15
    32  000258      36  #13     S--  set plain#2/n                      own_keys.json:13:9
    33  000260      34                   load_int plain#2/n
    34  000268      35                   const_int 1
    35  000270      36                   add_int  last
    36  000278      38  #14     S--  set home.x                         own_keys.json:13:55
    37  000280      38                   load_float plain#2/where.y  last
    38  000288      42  #15     S--  set plain#2/seen                   own_keys.json:14:9
    39  000290      40                   load_int plain#2/n
    40  000298      41                   const_int 3
    41  0002a0      42                   greater_int  last
    42  0002a8      44  #16     S--  set plain#2/plain                  own_keys.json:14:58
    43  0002b0      44                   length plain#2/where  last
    44  0002b8      75  #17     SF-  sequence  "outer"                  own_keys.json:15:97
    45  0002c0      58  #18     S--  sequence  "in"                     own_keys.json:12:15
    46  0002c8      50  #19     S--  set outer/in/n                     own_keys.json:13:9
    47  0002d0      48                   load_int outer/in/n
    48  0002d8      49                   const_int 1
    49  0002e0      50                   add_int  last
    50  0002e8      52  #20     S--  set outer/mine.x                   own_keys.json:13:55
    51  0002f0      52                   load_float outer/in/where.y  last
    52  0002f8      56  #21     S--  set outer/in/seen                  own_keys.json:14:9
    53  000300      54                   load_int outer/in/n
    54  000308      55                   const_int 3
    55  000310      56                   greater_int  last
    56  000318      58  #22     S--  set outer/in/plain                 own_keys.json:14:58
    57  000320      58                   length outer/in/where  last
    58  000328      71  #23     S--  sequence                           own_keys.json:12:15
    59  000330      63  #24     S--  set outer/count/n                  own_keys.json:13:9
    60  000338      61                   load_int outer/count/n
    61  000340      62                   const_int 1
    62  000348      63                   add_int  last
    63  000350      65  #25     S--  set home.x                         own_keys.json:13:55
    64  000358      65                   load_float outer/count/where.y  last
    65  000360      69  #26     S--  set outer/count/seen               own_keys.json:14:9
    66  000368      67                   load_int outer/count/n
    67  000370      68                   const_int 3
    68  000378      69                   greater_int  last
    69  000380      71  #27     S--  set outer/count/plain              own_keys.json:14:58
    70  000388      71                   length outer/count/where  last
    71  000390      75  #28     SF-  condition                          own_keys.json:19:24
    72  000398      73                   load_int n
    73  0003a0      74                   const_int 3
    74  0003a8      75                   greater_int  last
    75  0003b0      97  #29     SF-  sequence  "outer"                  own_keys.json:15:97
    76  0003b8      89  #30     S--  sequence  "in"                     own_keys.json:12:15
    77  0003c0      81  #31     S--  set outer/in#2/n                   own_keys.json:13:9
    78  0003c8      79                   load_int outer/in#2/n
    79  0003d0      80                   const_int 1
    80  0003d8      81                   add_int  last
    81  0003e0      83  #32     S--  set outer#2/mine.x                 own_keys.json:13:55
    82  0003e8      83                   load_float outer/in#2/where.y  last
    83  0003f0      87  #33     S--  set outer/in#2/seen                own_keys.json:14:9
    84  0003f8      85                   load_int outer/in#2/n
    85  000400      86                   const_int 3
    86  000408      87                   greater_int  last
    87  000410      89  #34     S--  set outer/in#2/plain               own_keys.json:14:58
    88  000418      89                   length outer/in#2/where  last
    89  000420      93  #35     S--  set n                              own_keys.json:27:77
    90  000428      91                   load_int n
    91  000430      92                   const_int 1
    92  000438      93                   add_int  last
    93  000440      97  #36     SF-  condition                          own_keys.json:19:24
    94  000448      95                   load_int n
    95  000450      96                   const_int 3
    96  000458      97                   greater_int  last
    97  000460      99                 init n
    98  000468      99                   const_int 3  last
    99  000470     101                 init home.x
   100  000478     101                   const_float 1.0  last
   101  000480     103                 init home.y
   102  000488     103                   const_float 2.0  last
   103  000490     105                 init count/n
   104  000498     105                   const_int 2  last
   105  0004a0     110                 init count/where.x
   106  0004a8     107                   load_float home.x
   107  0004b0     108                   load_int count/n
   108  0004b8     109                   int_to_float
   109  0004c0     110                   add_float  last
   110  0004c8     112                 init count/where.y
   111  0004d0     112                   rand  last
   112  0004d8     114                 init count#2/n
   113  0004e0     114                   const_int 14  last
   114  0004e8     119                 init count#2/where.x
   115  0004f0     116                   load_float home.x
   116  0004f8     117                   load_int count#2/n
   117  000500     118                   int_to_float
   118  000508     119                   add_float  last
   119  000510     121                 init count#2/where.y
   120  000518     121                   rand  last
   121  000520     123                 init plain#2/n
   122  000528     123                   const_int 2  last
   123  000530     128                 init plain#2/where.x
   124  000538     125                   load_float home.x
   125  000540     126                   load_int plain#2/n
   126  000548     127                   int_to_float
   127  000550     128                   add_float  last
   128  000558     130                 init plain#2/where.y
   129  000560     130                   rand  last
   130  000568     132                 init outer/in/n
   131  000570     132                   const_int 4  last
   132  000578     137                 init outer/in/where.x
   133  000580     134                   load_float outer/mine.x
   134  000588     135                   load_int outer/in/n
   135  000590     136                   int_to_float
   136  000598     137                   add_float  last
   137  0005a0     139                 init outer/in/where.y
   138  0005a8     139                   rand  last
   139  0005b0     141                 init outer/count/n
   140  0005b8     141                   const_int 2  last
   141  0005c0     146                 init outer/count/where.x
   142  0005c8     143                   load_float home.x
   143  0005d0     144                   load_int outer/count/n
   144  0005d8     145                   int_to_float
   145  0005e0     146                   add_float  last
   146  0005e8     148                 init outer/count/where.y
   147  0005f0     148                   rand  last
   148  0005f8     150                 init outer/in#2/n
   149  000600     150                   const_int 4  last
   150  000608     155                 init outer/in#2/where.x
   151  000610     152                   load_float outer#2/mine.x
   152  000618     153                   load_int outer/in#2/n
   153  000620     154                   int_to_float
   154  000628     155                   add_float  last
   155  000630     157                 init outer/in#2/where.y
   156  000638     157                   rand  last
