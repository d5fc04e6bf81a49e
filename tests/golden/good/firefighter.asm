shape "firefighter", version 2, 1528 bytes

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
     0  000138      47  #0      SFR  priority                           firefighter.json:4:8
     1  000140       9  #1      SFR  sequence  "too hot"                firefighter.json:5:1
     2  000148       6  #2      SF-  condition                          firefighter.json:5:49
     3  000150       4                   load_float heat
     4  000158       5                   const_float 0.9
     5  000160       6                   greater_float  last
     6  000168       9  #3      SFR  debug "retreat"                    firefighter.json:5:62
     7  000170       9  #4      SFR  deferred retreat                   firefighter.json:5:106
     8  000178       -                 resource "legs"
     9  000180      23  #5      SFR  sequence  "rescue"                 firefighter.json:6:1
    10  000188      14  #6      SF-  condition                          firefighter.json:6:48
    11  000190      12                   load_int victims
    12  000198      13                   const_int 0
    13  0001a0      14                   greater_int  last
    14  0001a8      19  #7      SFR  timeout long 0                     firefighter.json:6:62
    15  0001b0       -                 duration 45 s
    16  0001b8      19  #8      SFR  deferred carry                     firefighter.json:6:101
    17  0001c0       -                 resource "arms"
    18  0001c8      19                 argument to = exit
    19  0001d0      23  #9      S--  set victims                        firefighter.json:6:174
    20  0001d8      21                   load_int victims
    21  0001e0      22                   const_int 1
    22  0001e8      23                   subtract_int  last
    23  0001f0      43  #10     SFR  while bit 0  "fight the fire"      firefighter.json:7:1
    24  0001f8       -                 rounds 0, at most 1 a tick
    25  000200      43  #11     SFR  sequence                           firefighter.json:7:62
    26  000208      34  #12     SF-  condition                          firefighter.json:7:93
    27  000210      28                   load_float water
    28  000218      29                   const_float 0.0
    29  000220      30                   greater_float
    30  000228      31                   load_float heat
    31  000230      32                   const_float 0.05
    32  000238      33                   greater_float
    33  000240      34                   and  last
    34  000248      43  #13     SFR  action spray                       firefighter.json:7:120
    35  000250      42                 argument amount
    36  000258      37                   load_float heat
    37  000260      38                   const_float 0.1
    38  000268      39                   const_float 0.5
    39  000270      40                   clamp_float
    40  000278      41                   dt
    41  000280      42                   multiply_float  last
    42  000288      43                 argument water = water
    43  000290      45  #14     SFR  once status 0                      firefighter.json:8:1
    44  000298      45  #15     SFR  action report                      firefighter.json:8:24
    45  0002a0      47  #16     SFR  deferred refill                    firefighter.json:9:1
    46  0002a8       -                 resource none
    47  0002b0      49                 init water
    48  0002b8      49                   const_float 1.0  last
    49  0002c0      51                 init heat
    50  0002c8      51                   const_float 0.2  last
    51  0002d0      53                 init victims
    52  0002d8      53                   const_int 2  last
