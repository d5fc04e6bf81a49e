shape "service", version 4, 1152 bytes

specification
  items        33 (tree 31, init 2)
  nodes        13
  columns      2 number, 1 bool
  shared       0 number, 0 bool
  live         3 of 3 items
  slots        0 bit, 0 word, 5 long
  persistent   1 status (1 named), 0 time
  undo         1
  guards       5
  stacks       2 number, 1 bool
  shuffle      0
  draws        no
  hosts        1
  visits       7

keys (column, type, name)
      0  float  range
      1  float  pause
      2  bool   near

hosts
      0  immediate  look(range: float)

persistents (index, first value, name)
      0  running  p

items
 index  offset     end  node    can  operation
     0  000168      31  #0      SFR  service long 0  "look around"      service.json:4:11
     1  000170       -                 duration 0.5 s
     2  000178       5  #1      SFR  action look                        service.json:8:11
     3  000180       5                 argument range
     4  000188       5                   load_float range  last
     5  000190      31  #2      SFR  service long 1                     service.json:9:14
     6  000198       -                 duration in ticks, evaluated
     7  0001a0       8                   load_float pause
     8  0001a8       9                   float_to_int
     9  0001b0      10                   const_int 1
    10  0001b8      11                   add_int  last
    11  0001c0      15  #3      S--  set near                           service.json:12:13
    12  0001c8      13                   load_float range
    13  0001d0      14                   const_float 3.0
    14  0001d8      15                   less_float  last
    15  0001e0      31  #4      SFR  service long 2                     service.json:13:16
    16  0001e8       -                 duration in seconds, evaluated
    17  0001f0      18                   load_float pause  last
    18  0001f8      23  #5      S-R  sequence                           service.json:16:15
    19  000200      21  #6      S--  signal p                           service.json:16:50
    20  000208       -                 to success
    21  000210      23  #7      S-R  wait long 3                        service.json:16:101
    22  000218       -                 duration 1 s
    23  000220      31  #8      SFR  concurrent                         service.json:17:18
    24  000228      25  #9      SFR  persistent p                       service.json:17:55
    25  000230      31  #10     SF-  service long 4                     service.json:17:93
    26  000238       -                 duration 3 ticks
    27  000240      29  #11     S--  signal p                           service.json:17:132
    28  000248       -                 to failure
    29  000250      31  #12     SF-  condition                          service.json:17:192
    30  000258      31                   load_bool near  last
    31  000260      33                 init pause
    32  000268      33                   const_float 0.5  last
