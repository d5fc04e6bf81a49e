shape "params_nodes", version 4, 1792 bytes

specification
  items        62 (tree 62, init 0)
  nodes        25
  columns      3 number, 0 bool
  shared       0 number, 0 bool
  live         1 of 1 items
  slots        0 bit, 0 word, 1 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       4
  stacks       2 number, 1 bool
  shuffle      0
  draws        no
  hosts        0
  visits       15

keys (column, type, name)
      0  int    n
      1  vec2   home

items
 index  offset     end  node    can  operation
     0  000168      62  #0      SFR  selector                           params_nodes.json:15:11
     1  000170      46  #1      SF-  sequence  "outer"                  params_nodes.json:6:72
     2  000178      23  #2      SF-  sequence                           params_nodes.json:6:72
     3  000180      12  #3      S--  selector                           params_nodes.json:9:79
     4  000188       8  #4      SF-  condition                          params_nodes.json:10:9
     5  000190       6                   const_int 9
     6  000198       7                   load_int n
     7  0001a0       8                   greater_int  last
     8  0001a8      12  #5      S--  set n  "count"                     params_nodes.json:16:72
     9  0001b0      10                   load_int n
    10  0001b8      11                   const_int 1
    11  0001c0      12                   add_int  last
    12  0001c8      14  #6      SF-  condition                          params_nodes.json:7:44
    13  0001d0      14                   const_bool true  last
    14  0001d8      23  #7      S--  selector  "again"                  params_nodes.json:9:79
    15  0001e0      19  #8      SF-  condition                          params_nodes.json:10:9
    16  0001e8      17                   const_int 9
    17  0001f0      18                   load_int n
    18  0001f8      19                   greater_int  last
    19  000200      23  #9      S--  set n  "count"                     params_nodes.json:16:72
    20  000208      21                   load_int n
    21  000210      22                   const_int 1
    22  000218      23                   add_int  last
    23  000220      25  #10     SF-  condition                          params_nodes.json:7:44
    24  000228      25                   const_bool true  last
    25  000230      46  #11     SF-  sequence  "again"                  params_nodes.json:6:72
    26  000238      35  #12     S--  selector                           params_nodes.json:9:79
    27  000240      31  #13     SF-  condition                          params_nodes.json:10:9
    28  000248      29                   const_int 9
    29  000250      30                   load_int n
    30  000258      31                   greater_int  last
    31  000260      35  #14     S--  set n  "count"                     params_nodes.json:16:72
    32  000268      33                   load_int n
    33  000270      34                   const_int 1
    34  000278      35                   add_int  last
    35  000280      37  #15     SF-  condition                          params_nodes.json:7:44
    36  000288      37                   const_bool true  last
    37  000290      46  #16     S--  selector  "again"                  params_nodes.json:9:79
    38  000298      42  #17     SF-  condition                          params_nodes.json:10:9
    39  0002a0      40                   const_int 9
    40  0002a8      41                   load_int n
    41  0002b0      42                   greater_int  last
    42  0002b8      46  #18     S--  set n  "count"                     params_nodes.json:16:72
    43  0002c0      44                   load_int n
    44  0002c8      45                   const_int 1
    45  0002d0      46                   add_int  last
    46  0002d8      58  #19     SFR  sequence                           params_nodes.json:11:89
    47  0002e0      51  #20     SF-  condition                          params_nodes.json:17:60
    48  0002e8      49                   load_int n
    49  0002f0      50                   const_int 9
    50  0002f8      51                   greater_int  last
    51  000300      58  #21     SFR  sequence  "inner"                  params_nodes.json:11:89
    52  000308      56  #22     SF-  condition                          params_nodes.json:18:13
    53  000310      54                   load_int n
    54  000318      55                   const_int 10
    55  000320      56                   greater_int  last
    56  000328      58  #23     S-R  wait long 0                        params_nodes.json:18:31
    57  000330       -                 duration 2 ticks
    58  000338      62  #24     SF-  condition                          params_nodes.json:13:64
    59  000340      60                   tick
    60  000348      61                   const_int 3
    61  000350      62                   greater_int  last
