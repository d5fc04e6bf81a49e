shape "params_keys", version 4, 1984 bytes

specification
  items        88 (tree 84, init 4)
  nodes        20
  columns      6 number, 1 bool
  shared       2 number, 0 bool
  live         1 of 6 items
  slots        0 bit, 0 word, 0 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       2
  stacks       4 number, 2 bool
  shuffle      0
  draws        no
  hosts        2
  visits       17

keys (column, type, name)
      0  vec2   home
      2  vec2   enemy
      4  float  left
      6  bool   calm
      5  int    ammo
      7  vec2   gate, shared

hosts
      0  immediate  refill(what: key float, on: key vec2)
      1  deferred   walk(to: vec2)

items
 index  offset     end  node    can  operation
     0  000168      84  #0      SFR  selector                           params_keys.json:28:11
     1  000170      37  #1      SFR  sequence  "first"                  params_keys.json:18:15
     2  000178       6  #2      S--  set left                           params_keys.json:19:9
     3  000180       4                   load_float left
     4  000188       5                   const_float 1.0
     5  000190       6                   subtract_float  last
     6  000198      10  #3      S--  set home.y                         params_keys.json:20:9
     7  0001a0       8                   load_float home.x
     8  0001a8       9                   load_float left
     9  0001b0      10                   add_float  last
    10  0001b8      13  #4      S--  set calm                           params_keys.json:21:9
    11  0001c0      12                   load_bool calm
    12  0001c8      13                   not  last
    13  0001d0      17  #5      S--  set ammo                           params_keys.json:22:9
    14  0001d8      15                   load_int ammo
    15  0001e0      16                   const_int 1
    16  0001e8      17                   add_int  last
    17  0001f0      28  #6      SF-  condition                          params_keys.json:14:15
    18  0001f8      19                   load_vec2 home
    19  000200      20                   shared_vec2 gate
    20  000208      21                   distance
    21  000210      22                   const_float 2.0
    22  000218      23                   less_float
    23  000220      24                   load_vec2 home
    24  000228      25                   length
    25  000230      26                   shared_float gate.x
    26  000238      27                   greater_float
    27  000240      28                   and  last
    28  000248      31  #7      SFR  action refill                      params_keys.json:15:90
    29  000250      30                 argument what = left
    30  000258      31                 argument on = home
    31  000260      34  #8      SFR  action refill                      params_keys.json:15:90
    32  000268      33                 argument what = home.y
    33  000270      34                 argument on = home
    34  000278      37  #9      SFR  deferred walk                      params_keys.json:26:9
    35  000280       -                 resource none
    36  000288      37                 argument to = home
    37  000290      73  #10     SFR  sequence  "second"                 params_keys.json:18:15
    38  000298      42  #11     S--  set home.x                         params_keys.json:19:9
    39  0002a0      40                   load_float home.x
    40  0002a8      41                   const_float 1.0
    41  0002b0      42                   subtract_float  last
    42  0002b8      46  #12     S--  set enemy.y                        params_keys.json:20:9
    43  0002c0      44                   load_float enemy.x
    44  0002c8      45                   load_float home.x
    45  0002d0      46                   add_float  last
    46  0002d8      49  #13     S--  set calm                           params_keys.json:21:9
    47  0002e0      48                   load_bool calm
    48  0002e8      49                   not  last
    49  0002f0      53  #14     S--  set ammo                           params_keys.json:22:9
    50  0002f8      51                   load_int ammo
    51  000300      52                   const_int 1
    52  000308      53                   add_int  last
    53  000310      64  #15     SF-  condition                          params_keys.json:14:15
    54  000318      55                   load_vec2 enemy
    55  000320      56                   shared_vec2 gate
    56  000328      57                   distance
    57  000330      58                   const_float 2.0
    58  000338      59                   less_float
    59  000340      60                   load_vec2 enemy
    60  000348      61                   length
    61  000350      62                   shared_float gate.x
    62  000358      63                   greater_float
    63  000360      64                   and  last
    64  000368      67  #16     SFR  action refill                      params_keys.json:15:90
    65  000370      66                 argument what = home.x
    66  000378      67                 argument on = enemy
    67  000380      70  #17     SFR  action refill                      params_keys.json:15:90
    68  000388      69                 argument what = enemy.y
    69  000390      70                 argument on = home
    70  000398      73  #18     SFR  deferred walk                      params_keys.json:26:9
    71  0003a0       -                 resource none
    72  0003a8      73                 argument to = enemy
    73  0003b0      84  #19     SF-  condition                          params_keys.json:14:15
    74  0003b8      75                   shared_vec2 gate
    75  0003c0      76                   load_vec2 home
    76  0003c8      77                   distance
    77  0003d0      78                   const_float 7.0
    78  0003d8      79                   less_float
    79  0003e0      80                   shared_vec2 gate
    80  0003e8      81                   length
    81  0003f0      82                   load_float home.x
    82  0003f8      83                   greater_float
    83  000400      84                   and  last
    84  000408      86                 init enemy.x
    85  000410      86                   const_float 3.0  last
    86  000418      88                 init enemy.y
    87  000420      88                   const_float 4.0  last
