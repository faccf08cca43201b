/// Words for the numbers of Android's enumerations, by number, as the database has them.
///
/// Libraries for apps number some of them otherwise; see `ExerciseType`.
enum PlatformWords {
  static let recordingMethods = ["unknown", "actively_recorded", "automatically_recorded", "manual_entry"]
  static let deviceTypes = [
    "unknown", "watch", "phone", "scale", "ring", "head_mounted", "fitness_band", "chest_strap", "smart_display",
  ]
  static let mealTypes = ["unknown", "breakfast", "lunch", "dinner", "snack"]
  static let mealRelations = ["unknown", "general", "fasting", "before_meal", "after_meal"]
  static let specimens = [
    "unknown", "interstitial_fluid", "capillary_blood", "plasma", "serum", "tears", "whole_blood",
  ]
  static let sensations = ["unknown", "light", "medium", "heavy"]
  static let oxygenMethods = [
    "other", "metabolic_cart", "heart_rate_ratio", "cooper_test", "multistage_fitness_test", "rockport_fitness_test",
  ]
  static let bodyPositions = ["unknown", "standing_up", "sitting_down", "lying_down", "reclining"]
  static let cuffLocations = ["unknown", "left_wrist", "right_wrist", "left_upper_arm", "right_upper_arm"]
  static let skinLocations = ["unknown", "finger", "toe", "wrist"]
  static let mindfulness = ["unknown", "meditation", "other", "breathing", "music", "movement", "unguided"]
  static let sleepStages = [
    "unknown", "awake", "sleeping", "out_of_bed", "light", "deep", "rem", "awake_in_bed",
  ]
  static let temperatureLocations = [
    "unknown", "armpit", "finger", "forehead", "mouth", "rectum", "temporal_artery", "toe", "ear", "wrist", "vagina",
  ]
}
