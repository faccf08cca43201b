/// Units of the United States and of Britain.
extension UCUMAtoms {
  static let customary: [[UnitAtom]] = [
    customaryLengths, customaryAreas, volumesOfLengths, volumesUS, volumesBritish, volumesMetric, weights,
    apothecaries, calories, heat, knots, forces, pressures, powers,
  ]

  private static let customaryLengths = rows(
    .length,
    [
      ("[in_i]", 127, 5000), ("[ft_i]", 381, 1250), ("[yd_i]", 1143, 1250), ("[mi_i]", 201_168, 125),
      ("[fth_i]", 1143, 625), ("[nmi_i]", 1852, 1), ("[hd_i]", 127, 1250),
      ("[in_us]", 100, 3937), ("[ft_us]", 1200, 3937), ("[yd_us]", 3600, 3937), ("[mi_us]", 6_336_000, 3937),
    ])

  private static let customaryAreas = rows(
    .area,
    [("[sin_i]", 16_129, 25_000_000), ("[sft_i]", 145_161, 1_562_500), ("[syd_i]", 1_306_449, 1_562_500)])

  private static let volumesOfLengths = rows(
    .volume,
    [
      ("[cin_i]", 2_048_383, 125_000_000_000), ("[cft_i]", 55_306_341, 1_953_125_000),
      ("[cyd_i]", 1_493_271_207, 1_953_125_000),
    ])

  private static let volumesUS = rows(
    .volume,
    [
      ("[gal_us]", 473_176_473, 125_000_000_000), ("[qt_us]", 473_176_473, 500_000_000_000),
      ("[pt_us]", 473_176_473, 1_000_000_000_000), ("[gil_us]", 473_176_473, 4_000_000_000_000),
      ("[foz_us]", 473_176_473, 16_000_000_000_000), ("[fdr_us]", 473_176_473, 128_000_000_000_000),
      ("[min_us]", 157_725_491, 2_560_000_000_000_000), ("[cup_us]", 473_176_473, 2_000_000_000_000),
      ("[tbs_us]", 473_176_473, 32_000_000_000_000), ("[tsp_us]", 157_725_491, 32_000_000_000_000),
    ])

  private static let volumesBritish = rows(
    .volume,
    [
      ("[gal_br]", 454_609, 100_000_000), ("[qt_br]", 454_609, 400_000_000), ("[pt_br]", 454_609, 800_000_000),
      ("[gil_br]", 454_609, 3_200_000_000), ("[foz_br]", 454_609, 16_000_000_000),
      ("[fdr_br]", 454_609, 128_000_000_000), ("[min_br]", 454_609, 7_680_000_000_000),
    ])

  /// The kitchen measures of nutrition labels, in whole milliliters.
  private static let volumesMetric = rows(
    .volume, [("[foz_m]", 3, 100_000), ("[cup_m]", 3, 12_500), ("[tbs_m]", 3, 200_000), ("[tsp_m]", 1, 200_000)])

  private static let weights = rows(
    .mass,
    [
      ("[gr]", 6_479_891, 100_000_000_000), ("[lb_av]", 45_359_237, 100_000_000),
      ("[oz_av]", 45_359_237, 1_600_000_000), ("[dr_av]", 45_359_237, 25_600_000_000),
      ("[stone_av]", 317_514_659, 50_000_000), ("[ston_av]", 45_359_237, 50_000), ("[lton_av]", 317_514_659, 312_500),
      ("[oz_m]", 7, 250), ("[car_m]", 1, 5000),
    ])

  private static let apothecaries = rows(
    .mass,
    [
      ("[pwt_tr]", 19_439_673, 12_500_000_000), ("[oz_tr]", 19_439_673, 625_000_000),
      ("[lb_tr]", 58_319_019, 156_250_000), ("[sc_ap]", 6_479_891, 5_000_000_000),
      ("[dr_ap]", 19_439_673, 5_000_000_000), ("[oz_ap]", 19_439_673, 625_000_000),
      ("[lb_ap]", 58_319_019, 156_250_000),
    ])

  private static let calories = rows(
    .energy, metric: true,
    [
      ("cal", 523, 125), ("cal_th", 523, 125), ("cal_IT", 10_467, 2500), ("cal_m", 209_501, 50_000),
      ("cal_[15]", 20_929, 5000), ("cal_[20]", 41_819, 10_000),
    ])

  private static let heat = rows(
    .energy,
    [("[Cal]", 4184, 1), ("[Btu]", 21_087, 20), ("[Btu_th]", 21_087, 20), ("[Btu_IT]", 52_752_792_631, 50_000_000)])

  private static let knots = rows(.velocity, [("[kn_i]", 463, 900)])
  private static let forces = rows(.force, [("[lbf_av]", 8_896_443_230_521, 2_000_000_000_000)])
  private static let pressures = rows(.pressure, [("[psi]", 8_896_443_230_521, 1_290_320_000)])
  private static let powers = rows(.power, [("[HP]", 37_284_993_579_113_511, 50_000_000_000_000)])
}
