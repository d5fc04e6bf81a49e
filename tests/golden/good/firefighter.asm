shape "firefighter", version 4, 1592 bytes

specification
  items        53 (tree 47, init 6)
  nodes        17
  columns      5 number, 0 bool
  shared       0 number, 0 bool
  live         1 of 6 items
  slots        1 bit, 0 word, 1 long
  persistent   1 status (0 named), 0 time
  undo         0
  guards       3
  stacks       3 number, 2 bool
  shuffle      0
  draws        no
  hosts        5
  visits       11

keys (column, type, name)
      0  float  water
      1  float  heat
      2  int    victims
      3  vec2   exit

hosts
      0  deferred   retreat()
      1  deferred   carry(to: vec2)
      2  immediate  spray(amount: float, water: key float)
      3  immediate  report()
      4  deferred   refill()

items
 index  offset     end  node    can  operation
     0  000168      47  #0      SFR  priority                           firefighter.json:4:8
     1  000170       9  #1      SFR  sequence  "too hot"                firefighter.json:5:1
     2  000178       6  #2      SF-  condition                          firefighter.json:5:49
     3  000180       4                   load_float heat
     4  000188       5                   const_float 0.9
     5  000190       6                   greater_float  last
     6  000198       9  #3      SFR  debug "retreat"                    firefighter.json:5:62
     7  0001a0       9  #4      SFR  deferred retreat                   firefighter.json:5:106
     8  0001a8       -                 resource "legs"
     9  0001b0      23  #5      SFR  sequence  "rescue"                 firefighter.json:6:1
    10  0001b8      14  #6      SF-  condition                          firefighter.json:6:48
    11  0001c0      12                   load_int victims
    12  0001c8      13                   const_int 0
    13  0001d0      14                   greater_int  last
    14  0001d8      19  #7      SFR  timeout long 0                     firefighter.json:6:62
    15  0001e0       -                 duration 45 s
    16  0001e8      19  #8      SFR  deferred carry                     firefighter.json:6:101
    17  0001f0       -                 resource "arms"
    18  0001f8      19                 argument to = exit
    19  000200      23  #9      S--  set victims                        firefighter.json:6:174
    20  000208      21                   load_int victims
    21  000210      22                   const_int 1
    22  000218      23                   subtract_int  last
    23  000220      43  #10     SFR  while bit 0  "fight the fire"      firefighter.json:7:1
    24  000228       -                 rounds 0, at most 1 a tick
    25  000230      43  #11     SFR  sequence                           firefighter.json:7:62
    26  000238      34  #12     SF-  condition                          firefighter.json:7:93
    27  000240      28                   load_float water
    28  000248      29                   const_float 0.0
    29  000250      30                   greater_float
    30  000258      31                   load_float heat
    31  000260      32                   const_float 0.05
    32  000268      33                   greater_float
    33  000270      34                   and  last
    34  000278      43  #13     SFR  action spray                       firefighter.json:7:120
    35  000280      42                 argument amount
    36  000288      37                   load_float heat
    37  000290      38                   const_float 0.1
    38  000298      39                   const_float 0.5
    39  0002a0      40                   clamp_float
    40  0002a8      41                   dt
    41  0002b0      42                   multiply_float  last
    42  0002b8      43                 argument water = water
    43  0002c0      45  #14     SFR  once status 0                      firefighter.json:8:1
    44  0002c8      45  #15     SFR  action report                      firefighter.json:8:24
    45  0002d0      47  #16     SFR  deferred refill                    firefighter.json:9:1
    46  0002d8       -                 resource none
    47  0002e0      49                 init water
    48  0002e8      49                   const_float 1.0  last
    49  0002f0      51                 init heat
    50  0002f8      51                   const_float 0.2  last
    51  000300      53                 init victims
    52  000308      53                   const_int 2  last
