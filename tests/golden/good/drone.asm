shape "drone", version 4, 2224 bytes

specification
  items        84 (tree 72, init 12)
  nodes        25
  columns      8 number, 0 bool
  shared       1 number, 0 bool
  live         2 of 9 items
  slots        4 bit, 2 word, 1 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       5
  stacks       6 number, 2 bool
  shuffle      0
  draws        no
  hosts        5
  visits       398

keys (column, type, name)
      0  float  battery
      1  vec2   position
      3  vec2   base
      5  vec2   target
      7  int    photos
      8  float  wind, shared

hosts
      0  predicate  gps_ok()
      1  deferred   land()
      2  deferred   fly(to: vec2, speed: float)
      3  immediate  next_target(target: key vec2)
      4  immediate  photograph(at: vec2, count: key int)

items
 index  offset     end  node    can  operation
     0  000168      72  #0      S-R  priority                           drone.json:8:8
     1  000170      16  #1      SFR  sequence  "emergency"              drone.json:9:1
     2  000178      14  #2      SF-  selector                           drone.json:9:51
     3  000180       7  #3      SF-  condition                          drone.json:9:82
     4  000188       5                   load_float battery
     5  000190       6                   const_float 0.1
     6  000198       7                   less_float  last
     7  0001a0      11  #4      SF-  condition                          drone.json:9:98
     8  0001a8       9                   shared_float wind
     9  0001b0      10                   const_float 14.5
    10  0001b8      11                   greater_float  last
    11  0001c0      14  #5      SF-  invert                             drone.json:9:112
    12  0001c8      14  #6      SF-  condition                          drone.json:9:137
    13  0001d0      14                   call gps_ok  last
    14  0001d8      16  #7      SFR  deferred land                      drone.json:9:177
    15  0001e0       -                 resource "rotors"
    16  0001e8      47  #8      -FR  sequence  "go home"                drone.json:10:1
    17  0001f0      31  #9      SF-  condition                          drone.json:10:49
    18  0001f8      19                   load_float battery
    19  000200      20                   const_float 0.2
    20  000208      21                   load_vec2 position
    21  000210      22                   load_vec2 base
    22  000218      23                   distance
    23  000220      24                   const_float 2000.0
    24  000228      25                   divide_float
    25  000230      26                   add_float
    26  000238      27                   less_float
    27  000240      28                   load_int photos
    28  000248      29                   const_int 40
    29  000250      30                   greater_equal_int
    30  000258      31                   or  last
    31  000260      47  #10     -FR  sequence                           drone.json:4:48
    32  000268      44  #11     SFR  decide first 38                    drone.json:5:1
    33  000270      34                   load_vec2 position
    34  000278      35                   load_vec2 base
    35  000280      36                   distance
    36  000288      37                   const_float 2.0
    37  000290      38                   greater_float  last
    38  000298      43  #12     SFR  deferred fly                       drone.json:5:61
    39  0002a0       -                 resource "rotors"
    40  0002a8      41                 argument to = base
    41  0002b0      43                 argument speed
    42  0002b8      43                   const_float 6.5  last
    43  0002c0      44  #13     S--  success                            drone.json:5:156
    44  0002c8      46  #14     SFR  deferred land                      drone.json:6:1
    45  0002d0       -                 resource "rotors"
    46  0002d8      47  #15     --R  running  "on the ground"           drone.json:7:1
    47  0002e0      72  #16     --R  repeat word 0  "survey"            drone.json:11:1
    48  0002e8       -                 rounds 0, at most 64 a tick
    49  0002f0      72  #17     SFR  sequence                           drone.json:11:42
    50  0002f8      52  #18     SFR  action next_target                 drone.json:12:1
    51  000300      52                 argument target = target
    52  000308      63  #19     SFR  timeout long 0                     drone.json:13:1
    53  000310       -                 duration 120 s
    54  000318      63  #20     SFR  deferred fly                       drone.json:13:41
    55  000320       -                 resource "rotors"
    56  000328      57                 argument to = target
    57  000330      63                 argument speed
    58  000338      59                   const_float 10.0
    59  000340      60                   shared_float wind
    60  000348      61                   const_float 2.0
    61  000350      62                   divide_float
    62  000358      63                   subtract_float  last
    63  000360      72  #21     SFR  parallel bit 0                     drone.json:14:1
    64  000368       -                 success 2, failure 1
    65  000370      67  #22     S-R  wait long 0                        drone.json:14:64
    66  000378       -                 duration 1.5 s
    67  000380      72  #23     SFR  retry word 1                       drone.json:14:94
    68  000388       -                 rounds 3, at most 64 a tick
    69  000390      72  #24     SFR  action photograph                  drone.json:14:131
    70  000398      71                 argument at = target
    71  0003a0      72                 argument count = photos
    72  0003a8      74                 init battery
    73  0003b0      74                   const_float 1.0  last
    74  0003b8      78                 init target.x
    75  0003c0      76                   rand
    76  0003c8      77                   const_float 500.0
    77  0003d0      78                   multiply_float  last
    78  0003d8      82                 init target.y
    79  0003e0      80                   rand
    80  0003e8      81                   const_float 500.0
    81  0003f0      82                   multiply_float  last
    82  0003f8      84                 init wind
    83  000400      84                   const_float 3.0  last
