import HealthModel
import HealthTypeNames

func save<Value: CategoryValue>(_ type: CategoryType<Value>, _ value: Value) -> String { type.name + value.name }
func read(_ type: some SampleType) -> String { type.name }

let ache = save(.ache, .mild)
let cases = save(.default, .self_) + save(.default, .in)
let names = [read(.aaStudyGrip), read(.class), read(.walk), read(.born), read(.stepCount), read(.sleepAnalysis)]
let asleep = SleepAnalysis.allAsleepValues
let numbers = [Default.aB.number, Default.REMSleep.number, ResultValue.severe.number, WalkIn.left.number]
let key = MetadataKey.study_2
