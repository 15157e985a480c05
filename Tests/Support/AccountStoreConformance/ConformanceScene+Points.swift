// More device keys than an account may have.
extension ConformanceScene {
    /// The generator of P-256 (SEC 2, section 2.4.2) and its multiples up to the 21st, uncompressed.
    static let points = [
        "BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU",
        "BHzyexiNA09-ilI4AwS1GsPAiWnid_IbNaYLSPxHZpl4B3dVENuO0EApPZrGn3Qw27p9reY86YIpngS3nSJ4c9E",
        "BF7L5NGmMwpEyPfvlR1L8WXmxrch762phftBZhvG5_1shzRkDEmY_343SwbOGmSi7NgqsDY4T7g9mnmxJ6J9UDI",
        "BOJTSjUy0I-7oC3eZZ7mK9ADH-LbeFWW71CTAkRrAwhS4PFXWkxjPMcZ3-5f2oYtdk78lsPzDuAFXELCPxhO2MY",
        "BFFZC3pRUUDS14TIVghmj9_vjIL9H1vlJCFVSg3D0DPt4MF9qJBKcn2K4b82v4p5Jg0BLwDU2AiI0dC7RP2hbaQ",
        "BLAaFyp2pGAsktMkLLiX3eMCTHQN67IVtMawquk8IpGp6FwQdDI32tVv7A4t-6cDeRwA93Acfha9_XxIU4_Hf-I",
        "BI5TO2-gv3tGJbswZnwB-2B--fi4qA_vWzAGKHAxh7Kjc-sdveAzGDZtBp-DpvWQAFPHNjPLBBshxV4ahsH0ALQ",
        "BGLZd52-6bBTQEJ0LTq1TK3B0jiYD86X27TdncHbb7OTrVrMvZHp2CRP8V13EWfO4KLtUfa752p42lQKag8JlX4",
        "BOpo17b-3wtxh4k41R1x-HKeCsuMLG34s9eeikuQlJ7gKidEyXLJ_OeHAUqWSo6gyE1xT-qk3oI_6FoiSk3QSPo",
        "BM72bWsqOpk-WRIU0eoiP7VFymxHHEgwbkw2BpQExXI_h4ZioimqrpBuEjzdnTtMEFkN7Sn-dR7uyjS7qkSvB3M",
        "BD7RE7eIO0xZBjg3nbDCHNoWdC7QJVBIv0MzkdN0vCHRkJkgmszEyKIkyEOvpPTGigkNBNpemIna4vju_OgqN0A",
        "BHQd1b2oF9leRiZTcyDl1VF5mDAosvgsmdUAxe6GJOPEB3C0apw4X9xWc4NVSIexVI7rkSw1ulynGZX_Is1EgdM",
        "BBd8g3rgrElaYYBd8the4vx5LihLZerVipjhXZ1GBywBY7tYzU6-pViiQJGttA9OcibuFMOh-03znEO74u_Hv9g",
        "BFTnegAcOGK5enZkf0M23zzxJqy-egacXlcJJ3Mk0pIL9Znxuyn0MXVCEh-MBaLnw3Fx6ndzUJAIG6fIL2DQs3U",
        "BPBFTcaXGrrnrfs3iZmIgmWuA6-S3joO8WNmjGPlm51ftbk-41kuLR9OZZTlH5ZD5io7Ic51tfo_R-Wc3g0DTzY",
        "BHapTROKa0GFi4IcYpg2MV_NKDku_2ygOKXrR4fhJ3xuqYX-YTQfJg5ssKG14R6HIIWZoAQPx4uqDp3dckuMURA",
        "BEd3aQTA8cw6nAmEtm91MBpfpoZ48NZK-LoavONHOKc-qgBe5rW5VyhiMYVld2SOg4GygEQo1XM_MveH_3Hx_Nw",
        "BBBX4KtXgPRw3vyTeNHHyHQ3u0xvnqVcY9k2Jm29eB_a9vFkWhXL5dyfqbff2W7lp9zBG1xe9PH3jYOzOTxqRaI",
        "BMttKGEQLAwlzjm3wXEIxQd4LEUiV4hIlcH8e3SrA-2DWNdhSyTZ71FcNecQDW1s5KSWcW4w-j4D45FQdSvOzao",
        "BIOgGpN4OVurm81qCtA8xW1W5rGSUEZalKI03ExrKNqaduSbbeL3MjSual651hK3XJ8iArtpI_VP-CQKqob2QLg",
        "BDJQ_PaGY3x7LkrIbrRzvKU6WCE59CsVI_12Nk5nOZ6DQufDQmZ9NZOXswkNHX64jIl808M7VmqCFd4koHHUjAk",
    ]
}
