shape "list_trees", version 4, 1920 bytes

specification
  items        76 (tree 68, init 8)
  nodes        21
  columns      36 number, 0 bool
  shared       5 number, 0 bool
  live         0 of 0 items
  slots        0 bit, 1 word, 0 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       4
  stacks       3 number, 2 bool
  shuffle      0
  draws        no
  hosts        0
  visits       50

keys (column, type, name)
      0  int[8]  route
      9  int[4]  spare
     36  int[4]  plan, shared
     14  int    first/total
     15  int    first/item
     16  int[8]  first/seen
     25  int    second/total
     26  int    second/item
     27  int[8]  second/seen

items
 index  offset     end  node    can  operation
     0  000168      68  #0      SF-  sequence                           list_trees.json:15:8
     1  000170      30  #1      SF-  sequence  "first"                  list_trees.json:4:140
     2  000178       4  #2      S--  set first/total                    list_trees.json:5:1
     3  000180       4                   const_int 0  last
     4  000188       6  #3      S--  clear                              list_trees.json:6:1
     5  000190       -                 list first/seen, capacity 8
     6  000198      17  #4      SF-  for_each word 0                    list_trees.json:7:1
     7  0001a0       -                 rounds 0, at most 64 a tick
     8  0001a8       -                 list route, capacity 8, key first/item
     9  0001b0      17  #5      SF-  sequence                           list_trees.json:7:53
    10  0001b8      14  #6      S--  set first/total                    list_trees.json:8:1
    11  0001c0      12                   load_int first/total
    12  0001c8      13                   load_int first/item
    13  0001d0      14                   add_int  last
    14  0001d8      17  #7      SF-  push                               list_trees.json:9:1
    15  0001e0       -                 list first/seen, capacity 8
    16  0001e8      17                   load_int first/item  last
    17  0001f0      30  #8      SF-  condition                          list_trees.json:10:1
    18  0001f8      19                   load_int first/total
    19  000200      20                   find_int first/seen
    20  000208      21                   const_int 0
    21  000210      22                   less_int
    22  000218      23                   const_int 0
    23  000220      24                   element_int route
    24  000228      25                   count route
    25  000230      26                   const_int 1
    26  000238      27                   subtract_int
    27  000240      28                   element_int first/seen
    28  000248      29                   unequal_int
    29  000250      30                   and  last
    30  000258      59  #9      SF-  sequence  "second"                 list_trees.json:4:140
    31  000260      33  #10     S--  set second/total                   list_trees.json:5:1
    32  000268      33                   const_int 0  last
    33  000270      35  #11     S--  clear                              list_trees.json:6:1
    34  000278       -                 list second/seen, capacity 8
    35  000280      46  #12     SF-  for_each word 0                    list_trees.json:7:1
    36  000288       -                 rounds 0, at most 64 a tick
    37  000290       -                 list plan, capacity 4, key second/item
    38  000298      46  #13     SF-  sequence                           list_trees.json:7:53
    39  0002a0      43  #14     S--  set second/total                   list_trees.json:8:1
    40  0002a8      41                   load_int second/total
    41  0002b0      42                   load_int second/item
    42  0002b8      43                   add_int  last
    43  0002c0      46  #15     SF-  push                               list_trees.json:9:1
    44  0002c8       -                 list second/seen, capacity 8
    45  0002d0      46                   load_int second/item  last
    46  0002d8      59  #16     SF-  condition                          list_trees.json:10:1
    47  0002e0      48                   load_int second/total
    48  0002e8      49                   find_int second/seen
    49  0002f0      50                   const_int 0
    50  0002f8      51                   less_int
    51  000300      52                   const_int 0
    52  000308      53                   element_int plan
    53  000310      54                   count plan
    54  000318      55                   const_int 1
    55  000320      56                   subtract_int
    56  000328      57                   element_int second/seen
    57  000330      58                   unequal_int
    58  000338      59                   and  last
    59  000340      68  #17     SF-  sequence                           list_trees.json:11:78
    60  000348      64  #18     SF-  push                               list_trees.json:12:1
    61  000350       -                 list spare, capacity 4
    62  000358      63                   const_int 0
    63  000360      64                   element_int spare  last
    64  000368      66  #19     SF-  pop                                list_trees.json:13:1
    65  000370       -                 list spare, capacity 4
    66  000378      68  #20     S--  set                                list_trees.json:18:63
    67  000380       -                 list route, capacity 8, key spare
    68  000388      70                 init route
    69  000390      70                   const_int 3  last
    70  000398      72                 init route
    71  0003a0      72                   const_int 1  last
    72  0003a8      74                 init route
    73  0003b0      74                   const_int 2  last
    74  0003b8      76                 init plan
    75  0003c0      76                   const_int 5  last
